/** A call to paste into a shell; the key comes from KIOSK_API_KEY. */
export function curlLine(baseUrl: string, slug: string, input: unknown): string {
  const body = JSON.stringify(input).replaceAll("'", `'\\''`)
  return `curl -s ${baseUrl}/${slug} -H "x-api-key: $KIOSK_API_KEY" -H 'content-type: application/json' -d '${body}'`
}
