import { taxedLines } from '@studiohub/contract/features/invoices/rules.ts'
import { expect, test } from 'vitest'
import { taxNote } from './invoice-text.ts'

const lines = [{ amount_minor: 45_000, tax_rate_bp: 2_100 }]
const included = taxedLines(lines, true)
const added = taxedLines(lines, false)
const untaxed = taxedLines([{ amount_minor: 45_000, tax_rate_bp: 0 }], true)

test.each([
  ['nothing without tax', untaxed, null],
  ['that prices include tax', [...included, ...untaxed], 'Prices include tax.'],
  ['that tax is added', [...added, ...untaxed], 'Tax is added to the prices.'],
  ['both for sessions of both kinds', [...included, ...added], 'Some prices include tax. To the others it is added.'],
])('an invoice says %s', (_, lines, note) => {
  expect(taxNote(lines)).toBe(note)
})
