import { expect, test } from 'vitest'
import { toE164 } from './phone.ts'

test.each([
  ['0171 2345678', 'Europe/Berlin', '+491712345678'],
  ['+49 (171) 234-5678', 'America/New_York', '+491712345678'],
  ['0049 171 2345678', 'Europe/Berlin', '+491712345678'],
  ['(201) 555-0123', 'America/New_York', '+12015550123'],
  ['312 345 6789', 'Europe/Rome', '+393123456789'],
  ['98765 43210', 'Asia/Calcutta', '+919876543210'],
  ['98765 43210', 'Asia/Kolkata', '+919876543210'],
])('%s at a studio in %s is %s', async (text, timezone, expected) => {
  expect(await toE164(text, timezone)).toBe(expected)
})

test.each([
  ['', 'Europe/Berlin'],
  ['112', 'Europe/Berlin'],
  ['0900 1234567', 'Europe/Berlin'],
  ['030 1234567', 'Europe/Berlin'],
  ['0171 2345678', 'UTC'],
  ['+49 171 234567890123', 'UTC'],
  ['call me', 'Europe/Berlin'],
])('%s at a studio in %s cannot get text messages', async (text, timezone) => {
  expect(await toE164(text, timezone)).toBeNull()
})
