import { brokenUpstreamChecks } from '@kiosk/testkit'
import { loadSubjects, testChecks } from './subjects.ts'

testChecks(
  brokenUpstreamChecks((await loadSubjects()).subjects, {
    // "A failure is an empty transcript, not an error."
    softFailures: ['videosite-get-transcript.get'],
  }),
)
