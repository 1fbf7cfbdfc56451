/** The brands a laptop may be of: id and name alike (specification, 9). */
export const BRANDS = ['hp', 'dell', 'walton'] as const
export type BrandId = (typeof BRANDS)[number]

/** What each condition promises, as the shop defines it. */
export const CONDITIONS = {
  Excellent:
    'Looks nearly new. Everything works, and the battery holds at least 80\u00a0% of its design capacity.',
  Good: 'Light marks of use. Everything works, and the battery holds at least 60\u00a0% of its design capacity.',
  Fair: 'Visible wear. Everything needed for daily work works; faults and a weak battery are described.',
} as const
export type Condition = keyof typeof CONDITIONS
export const CONDITION_NAMES = Object.keys(CONDITIONS) as [Condition, ...Condition[]]

/** What the badge of a verified seller says. */
export const VERIFIED = 'We have checked who the seller is. It is not a warranty for the laptop.'

/** What a person may sign up as. Admins are made by a command, never by a form. */
export const SIGN_UP_TYPES = ['buyer', 'seller'] as const
export type SignUpType = (typeof SIGN_UP_TYPES)[number]
export const USER_TYPES = [...SIGN_UP_TYPES, 'admin'] as const
export type UserType = (typeof USER_TYPES)[number]

/** What a picture is of: a person, or a laptop. */
export const IMAGE_PURPOSES = ['avatar', 'product'] as const
export type ImagePurpose = (typeof IMAGE_PURPOSES)[number]

/** How an admin can decide a report. */
export const DECISIONS = ['taken-down', 'dismissed'] as const

/** The widths, in pixels, in which each picture is kept. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const
