// Vitest reporter: writes which tests were skipped and why, and the closing line, into the file KIOSK_TEST_SUMMARY.
import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** The one reason that is no failure under CI: recorded answers of real upstreams are not part of the repository. */
const ALLOWED = /recordings/i

interface Skipped {
  readonly name: string
  readonly reason: string | null
}

class TestSummary implements Reporter {
  #filtered = false

  onInit(vitest: Parameters<NonNullable<Reporter['onInit']>>[0]): void {
    this.#filtered = vitest.config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const failedTests = tests.filter((test) => test.result().state === 'failed').length
    // A file that does not load, or an error outside of any test, has no failed test to show for it.
    const broken = modules.filter((module) => module.errors().length > 0).length
    const failed = failedTests + broken + unhandled.length
    const passed = tests.filter((test) => test.result().state === 'passed').length
    const skipped = tests.flatMap((test) => this.#skipped(test))
    const faults = skipped.filter(isFault)
    if (faults.length > 0) process.exitCode = 1
    const lines = [
      ...listed(skipped),
      ...(faults.length > 0 ? [`${faults.length} skipped without a reason that is allowed here: a failure.`] : []),
      `${passed} passed, ${failed} failed, ${skipped.length} skipped`,
    ]
    const file = process.env.KIOSK_TEST_SUMMARY
    if (file !== undefined) writeFileSync(file, `${lines.join('\n')}\n`)
  }

  #skipped(test: TestCase): Skipped[] {
    const result = test.result()
    if (result.state !== 'skipped') return []
    const reason = result.note ?? reasonInTitle(test)
    // With -t, the tests that were not asked for are "skipped", too.
    if (this.#filtered && reason === null) return []
    return [{ name: `${test.module.relativeModuleId}: ${test.fullName}`, reason }]
  }
}

/** A suite that is skipped before it runs has no note; for the allowed reason its title will do, `describe.skip('what: why not')`.
 * For others it will not: a title cannot be told from a reason. */
function reasonInTitle(test: TestCase): string | null {
  const [, reason = ''] = /: (.+)$/s.exec(test.parent.type === 'suite' ? test.parent.name : '') ?? []
  return ALLOWED.test(reason) ? reason : null
}

/** Without a reason always; with one under CI, where everything that tests need is there. */
function isFault({ reason }: Skipped): boolean {
  return reason === null || (process.env.CI === 'true' && !ALLOWED.test(reason))
}

function listed(skipped: readonly Skipped[]): string[] {
  if (skipped.length === 0) return []
  return ['Skipped:', ...skipped.map(({ name, reason }) => `  ${name}: ${reason ?? 'NO REASON GIVEN'}`)]
}

// Vitest takes the default export of a reporter file.
export default TestSummary
