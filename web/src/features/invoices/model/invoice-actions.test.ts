import { expect, test } from 'vitest'
import { listInvoiceActions } from './invoice-actions.ts'

const invoice = {
  sent_at: null,
  client_id: 'client',
  total_minor: 12_000,
  open_minor: 12_000,
  paid_minor: 0,
  credited_minor: 0,
  written_off_minor: 0,
}
const namesOf = (part: Partial<Parameters<typeof listInvoiceActions>[0]> = {}) => {
  const { main, menu } = listInvoiceActions({ ...invoice, ...part })
  return { main: main?.name, menu: menu.map(({ name }) => name) }
}

test('an invoice is first sent, then paid, and then has no next step', () => {
  expect(namesOf().main).toBe('send')
  expect(namesOf({ sent_at: '2026-11-24T10:00:00Z' }).main).toBe('payment')
  expect(namesOf({ open_minor: 0, paid_minor: 12_000 }).main).toBeUndefined()
  expect(namesOf({ client_id: null }).main).toBe('payment')
})

test('actions that end an invoice are last, and only what is possible is listed', () => {
  expect(namesOf().menu.slice(-2)).toEqual(['write-off', 'void'])
  expect(namesOf().menu).not.toContain('remind')
  const paid = namesOf({ open_minor: 0, paid_minor: 12_000 }).menu
  expect(paid).toContain('refund')
  expect(paid).not.toContain('write-off')
  expect(namesOf({ client_id: null }).menu).not.toContain('send')
})
