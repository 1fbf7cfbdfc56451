import type { UserType } from '#contract/choices.ts'

/** The person behind an access token, as the database knows them now. */
export type Caller = {
  id: string
  sessionId: string
  name: string
  email: string
  image: string | null
  userType: UserType | null
}
