import { expect, test } from 'vitest'
import { checkDkim, checkDmarc, checkSpf, dkimValue, spfValue } from './rules.ts'
import { isFreemail } from './words.ts'

test.each(['gmail.com', 'yahoo.co.uk', 'hotmail.fr', 'gmx.at', 'proton.me', 'mail.gmx.net'])(
  '%s is a freemail domain',
  (domain) => {
    expect(isFreemail(domain)).toBe(true)
  },
)

test.each(['studio.example', 'mygmail.com', 'outlook.studio.example', 'gmx-studio.de', 'notme.com'])(
  '%s is not a freemail domain',
  (domain) => {
    expect(isFreemail(domain)).toBe(false)
  },
)

test('a DKIM record is found by its key, with any spaces and other tags', () => {
  expect(checkDkim([dkimValue('abc')], 'abc').state).toBe('found')
  expect(checkDkim(['v=DKIM1;t=s; p=a b c'], 'abc').state).toBe('found')
  expect(checkDkim(['v=DKIM1; p=xyz'], 'abc')).toEqual({ state: 'different', seen: 'v=DKIM1; p=xyz' })
  expect(checkDkim(['v=DKIM1; p='], 'abc').state).toBe('different')
  expect(checkDkim([], 'abc').state).toBe('missing')
  expect(checkDkim(null, 'abc').state).toBe('unknown')
})

test('an SPF record names the sender among others', () => {
  const mechanism = 'include:_spf.mail.example'
  expect(checkSpf(['hello', spfValue(mechanism)], mechanism).state).toBe('found')
  expect(checkSpf([`v=spf1 mx ${mechanism} include:other.example -all`], mechanism).state).toBe('found')
  expect(checkSpf(['v=spf1 -all'], mechanism)).toEqual({ state: 'different', seen: 'v=spf1 -all' })
  expect(checkSpf(['hello'], mechanism).state).toBe('missing')
})

test('any DMARC record is enough', () => {
  expect(checkDmarc(['v=DMARC1; p=reject']).state).toBe('found')
  expect(checkDmarc(['v=spf1 -all']).state).toBe('missing')
  expect(checkDmarc(null).state).toBe('unknown')
})
