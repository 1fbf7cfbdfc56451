/** The options from the command line, and how long each measurement takes. */
export type Options = {
  quick: boolean
  beside: boolean
  sizes: number[]
  json: string | undefined
  connections: number[]
  /** Rounds of the subject and of its references, in turn. One more before them is only a warm-up. */
  rounds: number
  roundMs: number
  warmUpMs: number
}
export function readOptions(args: string[], where?: { typedIn?: string | undefined }): Options
