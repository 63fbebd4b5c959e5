import { CopyButton } from '../../ui/code-block.tsx'
import { ScrollRegion } from '../scroll-region.tsx'
import { MarkdownView } from './markdown-view.tsx'

/** Markdown rendered, beside its source. */
export function MarkdownPair({ text }: { readonly text: string }) {
  const pane = 'max-h-[40rem] rounded-lg border border-line p-4'
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <ScrollRegion label="Rendered Markdown" className={pane}>
        <MarkdownView text={text} />
      </ScrollRegion>
      <div className="min-w-0">
        <ScrollRegion label="Source of the Markdown" className={`${pane} bg-sunken`}>
          <pre className="font-mono text-[12.5px] leading-5 break-words whitespace-pre-wrap">{text}</pre>
        </ScrollRegion>
        <CopyButton text={text} label="Copy the Markdown" className="mt-3" />
      </div>
    </div>
  )
}
