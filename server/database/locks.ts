/** The numbers of the advisory locks. All processes use the same ones, and each has one meaning alone. */
export const LOCKS = {
  migrate: 7_263_001,
  /** With the address whose tickets for uploads are counted. */
  imageTickets: 7_263_002,
  loadDemo: 7_263_003,
  /** With the message that is looked for. */
  sameMessage: 7_263_004,
  makeJobSchema: 7_263_005,
  makeCardSandbox: 7_263_006,
  restore: 7_263_007,
}
