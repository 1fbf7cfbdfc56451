import { useNavigation } from 'react-router'

/** A line that travels under the top bar while the next page is on its way. */
export function PendingBar() {
  const { state } = useNavigation()
  return (
    <div className="sticky top-16 z-30 h-0" aria-hidden="true">
      {state !== 'idle' && (
        <div className="h-[3px] overflow-hidden">
          <div className="h-full w-1/3 animate-[travel_1s_ease-in-out_infinite] bg-signal" />
        </div>
      )}
    </div>
  )
}
