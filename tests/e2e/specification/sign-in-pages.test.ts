import type { Route } from '@playwright/test'
import { holdBack, photo } from '#tests/support/steps.ts'
import { expect, test } from './walk.ts'

test('Login and Sign Up are as specified', async ({ page, holds, expectConsole }) => {
  const main = page.getByRole('main')
  const field = (label: string) => main.getByLabel(label, { exact: true })
  const refuse = (route: Route) => route.fulfill({ status: 401, json: { message: 'Refused.' } })

  await page.goto('/login')
  await holds('2.6 2.74', async () => {
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Login')
    await expect(field('Email')).toHaveAttribute('type', 'email')
    await expect(field('Password')).toHaveAttribute('type', 'password')
  })
  await holds('2.75 5.1', async () => {
    for (const label of ['Email', 'Password']) await expect(field(label)).toHaveAttribute('required')
    await main.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(field('Email')).toBeFocused()
  })
  await holds('2.76', () =>
    expect(main.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup'),
  )
  await holds('2.78', () => expect(main.getByText('Sign in with Google', { exact: true })).toBeVisible())
  await holds('4.7', async () => {
    expectConsole(/status of 401/)
    const letGo = await holdBack(page, '**/auth/sign-in/email', refuse)
    await field('Email').fill('buyer@clamshell.test')
    await field('Password').fill('not the password')
    const button = main.getByRole('button', { name: 'Login', exact: true })
    await button.click()
    await expect(button).toBeDisabled()
    letGo()
    await expect(button).toBeEnabled()
  })

  await page.goto('/signup')
  await holds('2.7 2.79', async () => {
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Sign Up')
    await expect(field('Name')).toBeEditable()
  })
  await holds('2.80', () => expect(field('Photo')).toHaveAttribute('type', 'file'))
  await holds('2.81', () => expect(field('Email')).toHaveAttribute('type', 'email'))
  await holds('2.82', () => expect(field('Password')).toHaveAttribute('type', 'password'))
  await holds('2.83', async () => {
    const terms = main.getByRole('checkbox', { name: /Terms & Conditions/ })
    await expect(terms).not.toBeChecked()
    await expect(terms).toHaveAttribute('required')
  })
  await holds('2.84', async () => {
    await expect(main.getByRole('radio')).toHaveCount(2)
    for (const name of ['Buyer', 'Seller']) await expect(main.getByRole('radio', { name })).toBeEnabled()
  })
  await holds('2.85', () =>
    expect(main.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login'),
  )
  await holds('2.86', () => expect(main.getByText(/with Google$/)).toBeVisible())
  await holds('5.2', async () => {
    for (const label of ['Name', 'Photo', 'Email', 'Password'])
      await expect(field(label)).toHaveAttribute('required')
  })
  await holds('4.7', async () => {
    const letGo = await holdBack(page, '**/api/image-tickets', refuse)
    await field('Name').fill('Ada Lovelace')
    await field('Photo').setInputFiles(photo())
    await field('Email').fill('ada@example.com')
    await field('Password').fill('a good long password')
    await main.getByRole('radio', { name: 'Buyer' }).check()
    await main.getByRole('checkbox').check()
    const button = main.getByRole('button', { name: 'Sign Up', exact: true })
    await button.click()
    await expect(button).toBeDisabled()
    letGo()
    await expect(button).toBeEnabled()
  })
})
