// Helpers that make several calls: transcripts, chains, and tools of language models.
import { expect, it } from 'vitest'
import { Kiosk, SessionChain, waitForTranscript } from '../src/index.ts'
import { refuses, says, scriptedService } from './scripted-service.ts'

const KEY = `kiosk_${'0'.repeat(48)}`
const processing = { jobId: 'job_1', status: 'processing', progress: 40, text: null, pollAfterSec: 0 }
const completed = { ...processing, status: 'completed', progress: 100, text: 'Hello.', pollAfterSec: null }

it('a transcript is asked for until it is there', async () => {
  const service = await scriptedService(says(200, processing), says(200, processing), says(200, completed))
  const seen: number[] = []
  const kiosk = new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl })
  const transcript = await waitForTranscript(kiosk, 'job_1', { onProgress: ({ progress }) => void seen.push(progress) })
  expect(transcript.text).toBe('Hello.')
  expect(seen).toEqual([40, 40, 100])
  expect(service.asked.map(({ path, body }) => [path, body])).toEqual(
    Array(3).fill(['/audio-transcribe-result.get', '{"jobId":"job_1"}']),
  )
})

it('a job that failed ends the wait, and so does the caller', async () => {
  const service = await scriptedService(
    refuses(404, { code: 'NOT_FOUND' }),
    says(200, { ...processing, pollAfterSec: 60 }),
  )
  const kiosk = new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl })
  await expect(waitForTranscript(kiosk, 'job_1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const leaving = new AbortController()
  const reason = new Error('enough')
  const waiting = waitForTranscript(kiosk, 'job_1', { signal: leaving.signal, onProgress: () => leaving.abort(reason) })
  await expect(waiting).rejects.toBe(reason)
})

it('a chain sends the session that came last, and one proxy', async () => {
  const service = await scriptedService(
    says(200, { session: 's1' }),
    says(200, { jobs: [], session: 's2' }),
    says(200, { jobs: [] }),
    says(200, {}),
  )
  const kiosk = new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl })
  const proxyUrl = 'http://proxy.example.test:8080'
  const chain = await SessionChain.start(kiosk, 'jobsite-public-session.post', {}, { proxyUrl })
  expect(chain.session).toBe('s1')
  for (const page of [1, 2, 3]) await chain.call('jobsite-browse-jobs.post', { page })
  expect(service.asked.map(({ body }) => JSON.parse(body))).toEqual([
    { proxyUrl },
    { page: 1, proxyUrl, session: 's1' },
    { page: 2, proxyUrl, session: 's2' },
    { page: 3, proxyUrl, session: 's2' },
  ])
})

it('a chain does not begin without a session', async () => {
  const service = await scriptedService(says(200, {}))
  const kiosk = new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl })
  await expect(SessionChain.start(kiosk, 'jobsite-public-session.post', {})).rejects.toThrow(/no session/)
})
