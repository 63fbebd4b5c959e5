import { abortChecks } from '@kiosk/testkit'
import { loadSubjects, testChecks } from './subjects.ts'

testChecks(abortChecks((await loadSubjects()).subjects))
