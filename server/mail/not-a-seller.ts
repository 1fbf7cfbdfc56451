/** The end of a mail to a seller whose e-mail is unproven. */
export const NOT_A_SELLER =
  'You do not sell at Clamshell? Then leave this mail alone: somebody may have mistyped their e-mail address.'
