/** A thin bar of a share from 0 to 1, beside a figure that says it: hidden from screen readers. */
export function ShareBar({ share, className }: { readonly share: number; readonly className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className={`rounded-full ${className ?? 'h-1.5 w-full text-accent'}`}
    >
      <rect width="100" height="1" className="fill-sunken" />
      <rect width={Math.min(1, Math.max(0, share)) * 100} height="1" fill="currentColor" />
    </svg>
  )
}
