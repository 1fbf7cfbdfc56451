import type { Screen } from './screen.ts'

/** Screens of one's account. */
export const accountScreens: readonly Screen[] = [
  {
    name: 'account',
    route: 'dashboard/account',
    as: 'buyer',
    reach: (page) => page.getByRole('table', { name: 'Where you are signed in' }).waitFor(),
  },
  {
    name: 'choose-role',
    route: 'dashboard/',
    path: '/login',
    // An unfinished sign-up: an account without a role.
    reach: async (page) => {
      await page.evaluate(() =>
        fetch('/auth/sign-up/email', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            name: 'Ada Lovelace',
            email: 'ada@clamshell.test',
            password: 'a good long password',
          }),
        }),
      )
      await page.goto('/dashboard')
      await page.getByRole('heading', { name: 'One more step' }).waitFor()
    },
  },
  {
    name: 'login-forgotten-empty',
    route: 'login',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Forgotten Password' }).click()
      await page.getByText('Email is Required.').waitFor()
    },
  },
  {
    name: 'login-forgotten-sent',
    route: 'login',
    reach: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByRole('button', { name: 'Forgotten Password' }).click()
      await page.getByRole('region', { name: 'Notices' }).getByText('Password Reset Email Sent.').waitFor()
    },
  },
  {
    name: 'reset-password',
    route: 'reset-password',
    path: '/reset-password?token=made-up',
    reach: (page) => page.getByRole('button', { name: 'Set the new password' }).waitFor(),
  },
  {
    name: 'reset-password-broken',
    route: 'reset-password',
    reach: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'confirm-email-broken',
    route: 'confirm-email',
    reach: (page) => page.getByRole('alert').waitFor(),
  },
]
