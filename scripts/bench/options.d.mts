/** What was asked for on the command line, and how long each thing is measured. */
export type Options = {
  quick: boolean
  beside: boolean
  sizes: number[]
  json: string | undefined
  connections: number[]
  /** Rounds of the subject and of its references, in turn. One more before them only warms each up. */
  rounds: number
  roundMs: number
  warmUpMs: number
}
export function readOptions(args: string[], where?: { typedIn?: string | undefined }): Options
