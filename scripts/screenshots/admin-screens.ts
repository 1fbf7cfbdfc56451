import { empty, listed, opens, type Screen } from './screen.ts'

/** What an admin sees. */
export const adminScreens: readonly Screen[] = (
  [
    { name: 'sellers', route: 'dashboard/sellers', reach: listed },
    {
      name: 'sellers-verify',
      route: 'dashboard/sellers',
      reach: opens(/^Verify/, 'alertdialog'),
      over: true,
    },
    { name: 'buyers', route: 'dashboard/buyers', reach: listed },
    {
      name: 'buyers-selected',
      route: 'dashboard/buyers',
      reach: async (page) => {
        await page.getByRole('checkbox', { name: 'Select all Buyers' }).check()
        await page.getByRole('button', { name: /^Delete \d+ selected/ }).waitFor()
      },
    },
    {
      name: 'buyers-delete',
      route: 'dashboard/buyers',
      reach: opens(/^Delete /, 'alertdialog'),
      over: true,
    },
    {
      name: 'buyers-empty',
      route: 'dashboard/buyers',
      before: empty('**/api/users?**'),
      reach: listed,
    },
    { name: 'audit-trail', route: 'dashboard/audittrail', reach: listed },
    {
      name: 'audit-trail-empty',
      route: 'dashboard/audittrail',
      before: empty('**/api/auditevents?**'),
      reach: listed,
    },
    {
      name: 'reported-items',
      route: 'dashboard/reporteditems',
      reach: async (page) => {
        await listed(page)
        await page.getByRole('heading', { name: /^Decided: \d/ }).waitFor()
      },
    },
    {
      name: 'reported-items-decide',
      route: 'dashboard/reporteditems',
      reach: opens(/^Take down/, 'dialog'),
      over: true,
    },
  ] satisfies Screen[]
).map((screen: Screen) => ({ ...screen, as: 'admin' }))
