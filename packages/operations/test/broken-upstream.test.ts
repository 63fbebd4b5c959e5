import { brokenUpstreamChecks } from '@kiosk/testkit'
import { loadSubjects, testChecks } from './subjects.ts'

testChecks(
  brokenUpstreamChecks((await loadSubjects()).subjects, {
    // "A failure is an empty transcript, not an error."
    softFailures: ['videosite-get-transcript.get'],
    anyPage: ['fetch-markdown.post'],
    // JSON or nothing readable in place of a page is a document that the caller named, and no fault of an upstream.
    alsoAllowed: { 'fetch-markdown.post': ['UNPROCESSABLE'] },
  }),
)
