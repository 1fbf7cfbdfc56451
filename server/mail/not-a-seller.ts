/** How a mail to a seller ends whose e-mail nobody has proven. */
export const NOT_A_SELLER =
  'You do not sell at Clamshell? Then leave this mail alone: somebody may have mistyped their e-mail address.'
