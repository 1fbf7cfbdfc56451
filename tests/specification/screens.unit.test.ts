import { expect, it } from 'vitest'
import { findMissingRoutes } from '../../scripts/screenshots/find-missing-routes.ts'
import { screens } from '../../scripts/screenshots/screens.ts'

it('npm run screenshots covers every page of the site map, with distinct names', () => {
  expect(findMissingRoutes(screens)).toEqual([])
  const names = screens.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

it('a page without a screenshot is reported', () => {
  const others = screens.filter(({ route }) => route !== 'dashboard/myorders' && route !== '/')
  expect(findMissingRoutes(others)).toEqual(['/', 'dashboard/myorders'])
})
