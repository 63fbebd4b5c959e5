// A call to paste into a shell; the key comes from KIOSK_API_KEY.

/** On one line. */
export function curlLine(baseUrl: string, slug: string, input: unknown): string {
  return curlParts(baseUrl, slug, input).join(' ')
}

/** One option a line. */
export function curlLines(baseUrl: string, slug: string, input: unknown): string {
  return curlParts(baseUrl, slug, input).join(' \\\n  ')
}

function curlParts(baseUrl: string, slug: string, input: unknown): string[] {
  const body = JSON.stringify(input).replaceAll("'", `'\\''`)
  return [
    `curl -s ${baseUrl}/${slug}`,
    '-H "x-api-key: $KIOSK_API_KEY"',
    "-H 'content-type: application/json'",
    `-d '${body}'`,
  ]
}
