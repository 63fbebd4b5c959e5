// Answers that are files: a picture, a PDF, or anything else to be kept.
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { ScrollRegion } from '../scroll-region.tsx'
import { bytesText } from '../texts/numbers.ts'
import { bytesOfBase64 } from './answer-kind.ts'

export interface FileProps {
  readonly base64: string
  readonly mediaType: string
  /** Without an ending. */
  readonly name: string
}

const ENDINGS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'application/pdf': 'pdf' }

export function PictureView(props: FileProps) {
  const file = useFile(props)
  const [size, setSize] = useState<string | null>(null)
  return (
    <>
      <FileLine {...props} file={file} note={size} />
      {file && (
        <ScrollRegion label="Picture" className="max-h-[40rem] rounded-lg border border-line bg-sunken">
          <img
            src={file.url}
            alt="What the operation returned"
            className="mx-auto max-w-full"
            onLoad={({ currentTarget }) => setSize(`${currentTarget.naturalWidth} × ${currentTarget.naturalHeight} px`)}
          />
        </ScrollRegion>
      )}
    </>
  )
}

export function PdfView(props: FileProps) {
  const file = useFile(props)
  return (
    <>
      <FileLine {...props} file={file} note={null} />
      {file && (
        <iframe
          src={file.url}
          title="The PDF that the operation returned"
          className="h-[40rem] w-full rounded-lg border border-line"
        />
      )}
    </>
  )
}

export function FileView(props: FileProps) {
  return <FileLine {...props} file={useFile(props)} note={null} />
}

interface LocalFile {
  readonly url: string
  readonly size: number
}

interface FileLineProps extends FileProps {
  readonly file: LocalFile | null
  readonly note: string | null
}

function FileLine({ file, name, mediaType, note }: FileLineProps) {
  if (!file) return null
  const fileName = `${name}.${ENDINGS[mediaType] ?? 'bin'}`
  return (
    <p className="mb-3 flex flex-wrap items-center gap-3 text-muted">
      <a href={file.url} download={fileName} className={buttonClass('secondary', 'small')}>
        <Download aria-hidden />
        Download {fileName}
      </a>
      <span>{[mediaType, bytesText(file.size), note].filter(Boolean).join(' · ')}</span>
    </p>
  )
}

/** An address for the bytes that lives as long as the view does. */
function useFile({ base64, mediaType }: FileProps): LocalFile | null {
  const [file, setFile] = useState<LocalFile | null>(null)
  useEffect(() => {
    const bytes = bytesOfBase64(base64)
    const url = URL.createObjectURL(new Blob([bytes], { type: mediaType }))
    setFile({ url, size: bytes.length })
    return () => URL.revokeObjectURL(url)
  }, [base64, mediaType])
  return file
}
