import { empty, type Screen } from './screen.ts'

const loaded = { name: /: \d+$/, level: 1 }

/** What an admin sees. */
export const adminScreens: readonly Screen[] = (
  [
    {
      name: 'sellers',
      route: 'dashboard/sellers',
      path: '/dashboard/sellers',
      reach: (page) => page.getByRole('heading', loaded).waitFor(),
    },
    {
      name: 'sellers-verify',
      route: 'dashboard/sellers',
      path: '/dashboard/sellers',
      reach: async (page) => {
        await page
          .getByRole('button', { name: /^Verify/ })
          .first()
          .click()
        await page.getByRole('alertdialog').waitFor()
      },
      over: true,
    },
    {
      name: 'buyers',
      route: 'dashboard/buyers',
      path: '/dashboard/buyers',
      reach: (page) => page.getByRole('heading', loaded).waitFor(),
    },
    {
      name: 'buyers-selected',
      route: 'dashboard/buyers',
      path: '/dashboard/buyers',
      reach: async (page) => {
        await page.getByRole('checkbox', { name: 'Select all Buyers' }).check()
        await page.getByRole('button', { name: /^Delete \d+ selected/ }).waitFor()
      },
    },
    {
      name: 'buyers-delete',
      route: 'dashboard/buyers',
      path: '/dashboard/buyers',
      reach: async (page) => {
        await page
          .getByRole('button', { name: /^Delete / })
          .first()
          .click()
        await page.getByRole('alertdialog').waitFor()
      },
      over: true,
    },
    {
      name: 'buyers-empty',
      route: 'dashboard/buyers',
      path: '/dashboard/buyers',
      before: empty('**/api/users?**'),
      reach: (page) => page.getByRole('heading', loaded).waitFor(),
    },
    {
      name: 'audit-trail',
      route: 'dashboard/audittrail',
      path: '/dashboard/audittrail',
      reach: (page) => page.getByRole('heading', loaded).waitFor(),
    },
    {
      name: 'audit-trail-empty',
      route: 'dashboard/audittrail',
      path: '/dashboard/audittrail',
      before: empty('**/api/auditevents?**'),
      reach: (page) => page.getByRole('heading', loaded).waitFor(),
    },
    {
      name: 'reported-items',
      route: 'dashboard/reporteditems',
      path: '/dashboard/reporteditems',
      reach: async (page) => {
        await page.getByRole('heading', loaded).waitFor()
        await page.getByRole('heading', { name: /^Decided: \d/ }).waitFor()
      },
    },
    {
      name: 'reported-items-decide',
      route: 'dashboard/reporteditems',
      path: '/dashboard/reporteditems',
      reach: async (page) => {
        await page
          .getByRole('button', { name: /^Take down/ })
          .first()
          .click()
        await page.getByRole('dialog').waitFor()
      },
      over: true,
    },
  ] satisfies Screen[]
).map((screen: Screen) => ({ ...screen, as: 'admin' }))
