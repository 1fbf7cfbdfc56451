import { expect, it } from 'vitest'
import { findMissingRoutes } from '../../scripts/screenshots/find-missing-routes.ts'
import { screens } from '../../scripts/screenshots/screens.ts'

it('every page of the site map is pictured by npm run screenshots, and each picture has a name of its own', () => {
  expect(findMissingRoutes(screens)).toEqual([])
  const names = screens.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

it('a page that no screen pictures is named', () => {
  const others = screens.filter(({ route }) => route !== 'dashboard/myorders' && route !== '/')
  expect(findMissingRoutes(others)).toEqual(['/', 'dashboard/myorders'])
})
