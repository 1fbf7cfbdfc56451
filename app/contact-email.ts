/** Where people write to. */
export const CONTACT_EMAIL = 'hello@clamshell.example'
