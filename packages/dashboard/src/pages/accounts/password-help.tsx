import { Link } from '@tanstack/react-router'

/** What to do about a forgotten password: a link by mail, or the operator's command where no mail is sent. */
export function PasswordHelp({ mail }: { readonly mail: boolean }) {
  if (mail)
    return (
      <p className="mt-4 text-[13px]">
        <Link to="/forgot-password" className="link rounded">
          Forgot your password?
        </Link>
      </p>
    )
  return (
    <details className="mt-4 text-[13px]">
      <summary className="link w-fit rounded">Forgot your password?</summary>
      <AskTheOperator />
    </details>
  )
}

export function AskTheOperator() {
  return (
    <p className="mt-2 text-muted">
      This installation sends no mail. Ask its operator, who sets a new password with{' '}
      <code className="font-mono text-[12px] break-words text-ink">
        kiosk admin reset-password --email you@example.test
      </code>
      .
    </p>
  )
}
