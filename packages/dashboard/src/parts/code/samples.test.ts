import { toolName as catalogToolName, methodName } from '@kiosk/catalog'
import { describe, expect, it } from 'vitest'
import { curlSample, type SampleCall, samplesOf, toolName } from './samples.ts'

const call = {
  slug: 'jobsite-apply-start.post',
  baseUrl: 'http://127.0.0.1:8080',
  body: { text: "it's $HOME `x`\n", deep: { on: true, off: null, list: [1, 'a'], none: {} } },
  isAccountAction: false,
}
const codeOf = (id: string, changes: Partial<SampleCall> = {}) =>
  samplesOf({ ...call, ...changes }).find((sample) => sample.id === id)?.code ?? ''

describe('curl', () => {
  it('quotes the body for the shell, and leaves the key to it', () => {
    expect(curlSample({ ...call, body: { text: "it's $HOME `x`" } })).toBe(
      [
        'curl -X POST http://127.0.0.1:8080/jobsite-apply-start.post',
        '-H "x-api-key: $KIOSK_API_KEY"',
        "-H 'content-type: application/json'",
        `-d '{"text":"it'\\''s $HOME \`x\`"}'`,
      ].join(' \\\n  '),
    )
  })

  it('takes a key to fill in', () => {
    expect(curlSample(call, 'kiosk_0123')).toContain('"x-api-key: kiosk_0123"')
  })
})

it('Python writes its own literals', () => {
  const code = codeOf('python')
  expect(code).toContain(`    json={
        "text": "it's $HOME \`x\`\\n",
        "deep": {
            "on": True,
            "off": None,
            "list": [
                1,
                "a",
            ],
            "none": {},
        },
    },`)
})

it('TypeScript calls the method of the operation', () => {
  const code = codeOf('typescript', { body: { a: [1] } })
  expect(code).toContain('await kiosk.jobsiteApplyStart({\n  "a": [\n    1\n  ]\n})')
  expect(code).toContain("baseUrl: 'http://127.0.0.1:8080'")
})

it('MCP calls the tool of the operation', () => {
  expect(JSON.parse(codeOf('mcp'))).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'jobsite_apply_start', arguments: call.body },
  })
  expect(toolName('codehost-repo-contributors.get')).toBe('codehost_repo_contributors')
})

it('sends an Idempotency-Key where a call acts on an account, and nowhere else', () => {
  for (const id of ['curl', 'python']) {
    expect(codeOf(id, { isAccountAction: true }).toLowerCase()).toContain('idempotency-key')
    expect(codeOf(id).toLowerCase()).not.toContain('idempotency-key')
  }
})

it.each(['screenshot.post', 'codehost-repo-contributors.get', 'email-read-verification-code-graph.post'])(
  'names %s as the catalog does, whose own code is too much for a page',
  (slug) => {
    expect(toolName(slug)).toBe(catalogToolName(slug))
    expect(codeOf('typescript', { slug })).toContain(`kiosk.${methodName(slug)}(`)
  },
)
