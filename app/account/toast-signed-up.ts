import type { SignUpType, UserType } from '#contract/choices.ts'
import { ROLE_LABELS } from '../shell/dashboard-links.ts'
import { toast } from '../shell/toasts.ts'

/** Says that a sign-up is done. The first chosen role stays, even if its answer was lost: then it says so. */
export function toastSignedUp(chosen: SignUpType, role: UserType | null | undefined): void {
  if (!role || role === chosen) toast('User Created Successfully.')
  else toast(`You already have an account. Its role is ${ROLE_LABELS[role]}.`, 'notice')
}
