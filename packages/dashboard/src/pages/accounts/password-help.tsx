/** How a forgotten password is replaced, which is the operator's matter. */
export function PasswordHelp({ mail }: { readonly mail: boolean }) {
  return (
    <details className="mt-4 text-[13px]">
      <summary className="link w-fit rounded">Forgotten the password?</summary>
      <p className="mt-2 text-muted">
        Ask the operator of this installation. They set a new one with{' '}
        <code className="font-mono text-[12px] break-words text-ink">
          kiosk admin reset-password --email you@example.test
        </code>
        {mail ? ', or send you a link by mail.' : '.'}
      </p>
    </details>
  )
}
