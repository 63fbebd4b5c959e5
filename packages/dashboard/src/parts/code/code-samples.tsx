import { CodeBlock } from '../../ui/code-block.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type SampleCall, samplesOf } from './samples.ts'

/** One call in every language, as tabs with a copy button. */
export function CodeSamples({ call }: { readonly call: SampleCall }) {
  const tabs = samplesOf(call).map(({ id, title, code }) => ({
    id,
    label: title,
    content: <CodeBlock code={code} label={`This call in ${title}`} />,
  }))
  return <Tabs label="Language" tabs={tabs} />
}
