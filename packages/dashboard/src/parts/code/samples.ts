// One call of an operation as code to copy. Pure texts; no sample ever holds a key or a credential.

export interface SampleCall {
  readonly slug: string
  readonly baseUrl: string
  /** Without secrets. */
  readonly body: unknown
  /** Acts on an account: the samples then send an Idempotency-Key, so that a retry does it once. */
  readonly isAccountAction: boolean
}

export interface Sample {
  readonly id: 'curl' | 'typescript' | 'python' | 'mcp'
  readonly title: string
  readonly language: string
  readonly code: string
}

export function samplesOf(call: SampleCall): Sample[] {
  return [
    { id: 'curl', title: 'curl', language: 'shell', code: curlSample(call) },
    { id: 'typescript', title: 'TypeScript SDK', language: 'typescript', code: typescriptSample(call) },
    { id: 'python', title: 'Python', language: 'python', code: pythonSample(call) },
    { id: 'mcp', title: 'MCP', language: 'json', code: mcpSample(call) },
  ]
}

/** Reads the key from the environment, unless one is given to fill in (a key that was just made, or its first part). */
export function curlSample({ slug, baseUrl, body, isAccountAction }: SampleCall, key = '$KIOSK_API_KEY'): string {
  return [
    `curl -X POST ${baseUrl}/${slug}`,
    `  -H "x-api-key: ${key}"`,
    "  -H 'content-type: application/json'",
    ...(isAccountAction ? ['  -H "Idempotency-Key: $(uuidgen)"'] : []),
    `  -d ${shellQuoted(JSON.stringify(body))}`,
  ].join(' \\\n')
}

/** The SDK makes an Idempotency-Key for each call by itself. */
export function typescriptSample({ slug, baseUrl, body }: Omit<SampleCall, 'isAccountAction'>): string {
  return `import { Kiosk } from '@kiosk/sdk'

const kiosk = new Kiosk({ apiKey: process.env.KIOSK_API_KEY, baseUrl: '${baseUrl}' })
const answer = await kiosk.${methodName(slug)}(${JSON.stringify(body, null, 2)})
console.log(answer)`
}

function pythonSample({ slug, baseUrl, body, isAccountAction }: SampleCall): string {
  const idempotency = isAccountAction ? '\n        "idempotency-key": str(uuid.uuid4()),' : ''
  return `import os
${isAccountAction ? 'import uuid\n' : ''}
import requests

response = requests.post(
    "${baseUrl}/${slug}",
    headers={
        "x-api-key": os.environ["KIOSK_API_KEY"],${idempotency}
    },
    json=${indented(pythonLiteral(body), '    ')},
)
answer = response.json()
if not response.ok:
    raise RuntimeError(f"{answer['error']['code']}: {answer['error']['message']}")
print(answer)`
}

/** The request that an MCP client sends for this call. */
function mcpSample({ slug, body }: SampleCall): string {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: toolName(slug), arguments: body } }
  return JSON.stringify(call, null, 2)
}

/** As the SDK names its methods: `codehost-repo.get` → `codehostRepo`. */
function methodName(slug: string): string {
  return slug.replace(/\.(?:get|post)$/, '').replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** As the catalog names its tools; contract: `codehost-repo.get` → `codehost_repo`. */
export function toolName(slug: string): string {
  return slug.replace(/\.(?:get|post)$/, '').replaceAll('-', '_')
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function pythonLiteral(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const parts = Array.isArray(value)
    ? value.map((item) => pythonLiteral(item, inner))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${pythonLiteral(member, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

function indented(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`)
}
