/** The end of a mail to a seller whose e-mail is unproven. */
export const NOT_A_SELLER =
  'If you do not sell on Clamshell, please ignore this e-mail: somebody may have mistyped their address.'
