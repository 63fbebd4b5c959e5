// What the suites judge, and one run of one case.
import { caseInput, type Fixture, type FixtureCase, type Http, type Operation, OperationError } from '@kiosk/catalog'
import { testContext } from './test-context.ts'

/** An operation with its fixture. */
export interface Subject {
  readonly operation: Operation
  readonly fixture: Fixture
}

/** One thing to prove; `run` throws when it does not hold. Suites give these, so that any test runner can take them. */
export interface Check {
  readonly slug: string
  readonly title: string
  run(): Promise<void>
}

export type Outcome =
  | { readonly kind: 'success'; readonly output: unknown }
  /** A result that the output schema refuses. */
  | { readonly kind: 'misshapen'; readonly output: unknown; readonly issues: string }
  | { readonly kind: 'failure'; readonly error: unknown }

/** Runs a case as the engine would: input parsed, output checked. Never rejects. */
export async function runCase(
  { operation, fixture }: Subject,
  one: FixtureCase,
  options: { readonly http: Http; readonly signal: AbortSignal },
): Promise<Outcome> {
  try {
    const input = operation.input.safeParse(caseInput(operation, one))
    if (!input.success) {
      throw new OperationError('INVALID_INPUT', input.error.issues.map((issue) => issue.message).join('; '))
    }
    const context = testContext({ operation, now: fixture.now, settings: one.settings, ...options })
    const result = await operation.run(context, input.data)
    const output = operation.output.safeParse(result)
    // As callers get it: keys without a value are gone.
    const sent: unknown = JSON.parse(JSON.stringify(output.success ? output.data : (result ?? null)))
    if (output.success) return { kind: 'success', output: sent }
    const issues = output.error.issues.map((issue) => `${issue.path.join('.') || 'output'}: ${issue.message}`)
    return { kind: 'misshapen', output: sent, issues: issues.join('; ') }
  } catch (error) {
    return { kind: 'failure', error }
  }
}

/** One line about an outcome, for messages. */
export function describeOutcome(outcome: Outcome): string {
  if (outcome.kind === 'success') return `success ${JSON.stringify(outcome.output).slice(0, 300)}`
  if (outcome.kind === 'misshapen') return `output that its schema refuses (${outcome.issues})`
  const { error } = outcome
  if (error instanceof OperationError) return `${error.code} (${error.message})`
  return error instanceof Error ? `${error.stack}` : `thrown ${String(error)}`
}
