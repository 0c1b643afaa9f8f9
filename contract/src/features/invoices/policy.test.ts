import { expect, test } from 'vitest'
import { type Actor, visitor } from '../../actor.ts'
import { canChangeInvoices, canListInvoices, canSeeSessionMoney, canTakePayment } from './policy.ts'

const actor = (role: Actor['role'], overrides: Partial<Actor> = {}): Actor => ({
  ...visitor,
  role,
  studio_id: 'A',
  ...overrides,
})
const desk = actor('staff', { at_desk: true })
const strangers = [actor('staff'), actor('partner'), actor(null), actor('studio_admin', { studio_id: 'B' })]
const operator = actor('super_admin', { studio_id: null })

test('only admins change invoices, and clients see their own', () => {
  expect([canListInvoices(actor('studio_admin'), 'A'), canChangeInvoices(actor('studio_admin'), 'A')]).toEqual([
    true,
    true,
  ])
  expect([canListInvoices(actor('client'), 'A'), canChangeInvoices(actor('client'), 'A')]).toEqual([true, false])
  for (const other of [desk, operator, ...strangers])
    expect([canListInvoices(other, 'A'), canChangeInvoices(other, 'A')]).toEqual([false, false])
})

test('the desk and the client of a session see what is owed for it', () => {
  const session = { studio_id: 'A', client_id: 'c' }
  expect(canSeeSessionMoney(desk, session)).toBe(true)
  expect(canSeeSessionMoney(actor('client', { client_id: 'c' }), session)).toBe(true)
  for (const other of [actor('client', { client_id: 'd' }), operator, ...strangers])
    expect(canSeeSessionMoney(other, session)).toBe(false)
})

test('the desk records cash if the studio allows it, and nothing else', () => {
  const allowed = { method: 'cash', desk_takes_cash: true }
  expect(canTakePayment(desk, 'A', allowed)).toBe(true)
  expect(canTakePayment(desk, 'A', { ...allowed, method: 'bank' })).toBe(false)
  expect(canTakePayment(desk, 'A', { ...allowed, desk_takes_cash: false })).toBe(false)
  expect(canTakePayment(actor('studio_admin'), 'A', { method: 'bank', desk_takes_cash: false })).toBe(true)
  for (const other of [operator, actor('client'), ...strangers]) expect(canTakePayment(other, 'A', allowed)).toBe(false)
})
