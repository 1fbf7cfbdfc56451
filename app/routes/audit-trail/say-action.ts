import type { AuditAction } from '#contract/audit.ts'

/** An action as people read it: `sign-in-failed` is `Sign in failed`. */
export function sayAction(action: AuditAction): string {
  const words = action.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
