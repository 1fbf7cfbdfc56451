type Props = { title: string; hasCome: boolean }

/** Tells who listens that a list has come. Always there: what comes together with its words is not read out. */
export function SayLoaded({ title, hasCome }: Props) {
  return (
    <p role="status" className="sr-only">
      {hasCome && `${title}: loaded.`}
    </p>
  )
}
