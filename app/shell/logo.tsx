/**
 * The logo: a lid, a hinge in the signal colour; and the name, which is only read out if letters are so large that it
 * has no room.
 */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 font-display text-lg font-bold tracking-tight">
      <svg viewBox="0 0 28 28" className="size-7" fill="none" strokeLinecap="round" aria-hidden="true">
        <path
          d="m5 18.5 3.2-11.7a1.8 1.8 0 0 1 1.7-1.3H22"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
        <path d="M4.5 21.5h19" className="stroke-signal" strokeWidth="3.2" />
      </svg>
      <span className="max-[20rem]:sr-only">Clamshell</span>
    </span>
  )
}
