/** Shows that something is under way; screen readers are told in words. `size`: its class. */
export const Spinner = ({ size = 'loading-sm' }: { size?: string }) => (
  <span className={`loading loading-spinner ${size}`} aria-hidden="true" />
)
