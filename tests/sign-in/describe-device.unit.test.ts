import { expect, it } from 'vitest'
import { describeDevice } from '#server/sign-in/describe-device.ts'

const LIKE = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [
    'Chrome on Android',
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${LIKE} Chrome/126.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Edge on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${LIKE} Chrome/126.0 Safari/537.36 Edg/126.0`,
  ],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'],
  ['Safari on Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${LIKE} Version/17.5 Safari/605.1.15`],
  [
    'Safari on iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${LIKE} Version/17.5 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome on iPad',
    `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${LIKE} CriOS/126.0 Mobile/15E148 Safari/604.1`,
  ],
  ['Opera on Windows', `Mozilla/5.0 (Windows NT 10.0) ${LIKE} Chrome/125.0 Safari/537.36 OPR/111.0`],
  ['An app on Android', 'Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8)'],
  ['An unknown device', 'curl/8.5.0'],
  ['An unknown device', ''],
  ['An unknown device', null],
])('a user agent is described as %s', (phrase, userAgent) => {
  expect(describeDevice(userAgent)).toBe(phrase)
})
