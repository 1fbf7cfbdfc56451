import { expect, test, vi } from 'vitest'
import { type EncodedForms, encodingFor, formIn } from '#server/http/encoded-forms.ts'

test('a form is made once, even for concurrent requests, and found without waiting from then on', async () => {
  const forms: EncodedForms<string> = new Map()
  const make = vi.fn(async () => 'compressed')
  const [first, second] = [formIn(forms, 'br', make), formIn(forms, 'br', make)]
  expect(await Promise.all([first, second])).toEqual(['compressed', 'compressed'])
  expect(formIn(forms, 'br', make)).toBe('compressed')
  expect(make).toHaveBeenCalledTimes(1)
})

test('a form that could not be made is made again for the next request', async () => {
  const forms: EncodedForms<string> = new Map()
  const make = vi.fn(async () => 'compressed')
  make.mockRejectedValueOnce(new Error('no memory'))
  const waiting = [formIn(forms, 'br', make), formIn(forms, 'br', make)]
  for (const form of waiting) await expect(form).rejects.toThrow('no memory')
  expect(await formIn(forms, 'br', make)).toBe('compressed')
  expect(make).toHaveBeenCalledTimes(2)
})

test('a body of less than a thousand bytes has only one form', () => {
  expect([999, 1000].map((length) => encodingFor(Buffer.alloc(length), 'gzip, br'))).toEqual([
    undefined,
    'br',
  ])
})
