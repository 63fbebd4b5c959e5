export function BrandMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-7 shrink-0 rounded-lg bg-accent text-on-accent">
      <path
        d="M8 13h16M10 13v10h12V13M8 13l2.2-5h11.6L24 13M16 17v6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
