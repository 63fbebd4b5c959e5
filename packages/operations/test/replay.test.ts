import { replayChecks } from '@kiosk/testkit'
import { loadSubjects, testChecks } from './subjects.ts'

testChecks(replayChecks((await loadSubjects()).subjects))
