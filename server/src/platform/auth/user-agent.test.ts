import { expect, test } from 'vitest'
import { describeDevice } from './user-agent.ts'

const mozilla = (rest: string) => `Mozilla/5.0 ${rest}`
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [mozilla(`(Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/131.0.0.0 Safari/537.36`), 'Chrome on macOS'],
  [mozilla(`(Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`), 'Edge on Windows'],
  [mozilla('(X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'), 'Firefox on Linux'],
  [
    mozilla(`(iPhone; CPU iPhone OS 18_1 like Mac OS X) ${apple} Version/18.1 Mobile/15E148 Safari/604.1`),
    'Safari on iPhone',
  ],
  [mozilla(`(iPad; CPU OS 17_0 like Mac OS X) ${apple} CriOS/131.0 Mobile/15E148 Safari/604.1`), 'Chrome on iPad'],
  [
    mozilla(`(Linux; Android 14; SM-S911B) ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`),
    'Samsung Internet on Android',
  ],
  [mozilla(`(X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`), 'Opera on ChromeOS'],
  [mozilla('(Windows NT 10.0)'), 'A browser on Windows'],
  ['curl/8.5.0', 'curl'],
  ['node', 'A program'],
  ['', 'An unknown device'],
  ['<script>alert(1)</script>\u001b[31m', 'An unknown device'],
  [null, 'An unknown device'],
])('%j is %s', (user_agent, device) => {
  expect(describeDevice(user_agent)).toBe(device)
})
