import { expect, test } from 'vitest'
import { epcText, type Transfer } from './rules.ts'

const transfer: Transfer = {
  holder: 'Northlight Recording GmbH',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  amount_minor: 11_905,
  currency: 'EUR',
  reference: 'NL-2026-0007',
}

test('a transfer has the lines of EPC069-12 in their order', () => {
  expect(epcText(transfer)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'COBADEFFXXX',
    'Northlight Recording GmbH',
    'DE89370400440532013000',
    'EUR119.05',
    '',
    '',
    'NL-2026-0007',
  ])
  expect(epcText({ ...transfer, bic: '' })?.split('\n')[4]).toBe('')
  expect(epcText({ ...transfer, amount_minor: 5 })).toContain('EUR0.05')
})

test('a transfer in another currency, without an amount or without an account has no QR code', () => {
  for (const changes of [{ currency: 'USD' }, { amount_minor: 0 }, { iban: '' }, { amount_minor: 100_000_000_000 }]) {
    expect(epcText({ ...transfer, ...changes })).toBeNull()
  }
  expect(epcText(transfer)).not.toBeNull()
})

test('names and references are one line each, and not longer than a bank accepts', () => {
  const lines = epcText({ ...transfer, holder: `A\nB ${'x'.repeat(90)}`, reference: 'y'.repeat(200) })?.split('\n')
  expect(lines).toHaveLength(11)
  expect(lines?.[5]).toHaveLength(70)
  expect(lines?.[10]).toHaveLength(140)
})
