import { expect, it } from 'vitest'
import { normalTarget } from '#server/http/request-target.ts'

it.each([
  ['/api/%69mages?purpose=%61vatar', '/api/images?purpose=%61vatar'],
  ['/api/%49mages', '/api/Images'],
  ['http://localhost/api/images', '/api/images'],
  ['HTTPS://elsewhere.example/api/images?x', '/api/images?x'],
  ['/api/x/../images', '/api/images'],
  ['/./api/x/%2e%2E/images', '/api/images'],
  ['/api/%2569mages', '/api/%2569mages'],
  ['/api/images#x', '/api/images'],
  ['/api/images?x#y', '/api/images?x'],
  ['/api/%69mages?x=\\', '/api/images?x=\\'],
])('%s is normalized to %s', (target, normal) => {
  expect(normalTarget(target)).toBe(normal)
})

it.each([
  '/',
  '/api/images?purpose=avatar',
  '/api/mybuyers/somebody%40example.com',
  '/api/..%2f..%2fetc',
  '/brand/%E6%9D%8E?after=%41',
  '/api/%zz',
  '//evil.example/',
  '*',
  '/api\\images',
  'http://[::1/api/images',
  'ftp://localhost/api/images',
])('%s is left unchanged', (target) => {
  expect(normalTarget(target)).toBe(target)
})
