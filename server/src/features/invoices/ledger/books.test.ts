import { randomUUID } from 'node:crypto'
import type { LedgerEntry } from '@studiohub/contract/features/invoices/ledger/rules.ts'
import { asPerson } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { anInvoice, aSoldSession, balance } from '@studiohub/testing/invoices.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'
import { insertEntries, type LedgerEvent } from './queries.ts'
import { recordLedgerEvent } from './record-ledger-event.ts'

let server: TestServer
let fixture: StudioOfTest

beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

const balancedPair = (amount_minor: number): LedgerEntry[] => [
  { account: 'cash', amount_minor },
  { account: 'adjustments', amount_minor: -amount_minor },
]
const anEvent = (overrides: Partial<LedgerEvent> = {}): LedgerEvent => ({
  studio_id: fixture.studio.id,
  kind: 'adjustment',
  cause_id: randomUUID(),
  event_key: `adjustment:${randomUUID()}`,
  currency: 'USD',
  occurred_on: '2026-11-01',
  recorded_at: new Date().toISOString(),
  entries: balancedPair(100),
  ...overrides,
})

test('an event is posted once per key, even concurrently', async () => {
  const event = anEvent()
  const results = await Promise.all([1, 2, 3].map(() => asSystem((tx) => recordLedgerEvent(tx, event))))
  expect(results.filter(Boolean)).toHaveLength(1)
  expect(await balance(fixture.studio.id, 'cash')).toBe(100)
})

test('at the end of a transaction, the database rejects entries that do not sum to zero', async () => {
  const [cash] = balancedPair(100)
  const unbalanced = anEvent({ entries: cash ? [cash] : [] })
  await expect(asSystem((tx) => insertEntries(tx, unbalanced))).rejects.toMatchObject({ constraint: 'ledger_balanced' })
  const event = anEvent()
  await asSystem((tx) => recordLedgerEvent(tx, event))
  const extraEntry = sql`insert into ledger_entries (studio_id, event_key, position, kind, cause_id, currency, occurred_on,
      account, amount_minor) values (${event.studio_id}, ${event.event_key}, 2, 'adjustment', ${event.cause_id}, 'USD',
      '2026-11-01', 'cash', 5)`
  await expect(asSystem((tx) => extraEntry.execute(tx))).rejects.toMatchObject({ constraint: 'ledger_balanced' })
  expect(await balance(fixture.studio.id, 'cash')).toBe(100)
})

test('entries cannot be changed or deleted, except with their whole studio', async () => {
  await asSystem((tx) => recordLedgerEvent(tx, anEvent()))
  const ofStudio = sql`where studio_id = ${fixture.studio.id}::uuid`
  for (const statement of [
    sql`update ledger_entries set amount_minor = 1 ${ofStudio}`,
    sql`delete from ledger_entries ${ofStudio}`,
  ]) {
    await expect(asSystem((tx) => statement.execute(tx))).rejects.toMatchObject({ code: '42501' })
    await expect(asPerson(fixture.admin, (tx) => statement.execute(tx))).rejects.toMatchObject({ code: '42501' })
  }
  await anInvoice(fixture, { client_id: fixture.client.id })
  await asSystem((tx) => tx.deleteFrom('studios').where('id', '=', fixture.studio.id).execute())
  expect(await balance(fixture.studio.id, 'cash')).toBe(0)
})

test('a session counts as earned while it is completed, and no longer if that is undone', async () => {
  const { client, studio } = fixture
  const { id } = await aSoldSession(fixture, { client_id: client.id, price_minor: 7_000 })
  expect(await balance(studio.id, 'revenue')).toBe(-7_000)
  const setStatus = (status: string) =>
    asLogin((tx) => sql`update bookings set status = ${status} where id = ${id}::uuid`.execute(tx))
  await setStatus('confirmed')
  expect(await balance(studio.id, 'revenue')).toBe(0)
  await setStatus('completed')
  expect(await balance(studio.id, 'revenue')).toBe(-7_000)
  expect(await balance(studio.id, 'unbilled')).toBe(7_000)
})

test('a price that changes after the session is posted as the difference', async () => {
  const { client, studio } = fixture
  const { id } = await aSoldSession(fixture, { client_id: client.id })
  const line = { kind: 'override', key: null, label: 'Agreed', unit: 'session', quantity: 1 }
  const priceLines = (minor: number) => JSON.stringify([{ ...line, unit_price_minor: minor, amount_minor: minor }])
  await asLogin((tx) =>
    sql`update bookings set price_minor = 4000, price_lines = ${priceLines(4_000)}::jsonb where id = ${id}::uuid`.execute(
      tx,
    ),
  )
  expect(await balance(studio.id, 'revenue')).toBe(-4_000)
  const { rows } = await asLogin((tx) =>
    sql<{
      n: number
    }>`select count(distinct event_key)::integer as n from ledger_entries where booking_id = ${id}::uuid`.execute(tx),
  )
  expect(rows[0]?.n).toBe(2)
})

test('merging two client records keeps their invoices, payments and entries', async () => {
  const { admin, studio, client } = fixture
  const { id: other_id } = (await admin.post(`/studios/${studio.id}/clients`, { name: 'Twice' })).body
  const { id } = await anInvoice(fixture, { client_id: other_id })
  await admin.post(`/invoices/${id}/payments`, { amount_minor: 2_500, method: 'cash' })
  const merged = await admin.post(`/studios/${studio.id}/clients/${client.id}/merge`, { other_id })
  expect(merged.status).toBe(200)
  expect((await client.get(`/invoices/${id}`)).body).toMatchObject({ open_minor: 7_500, paid_minor: 2_500 })
})

test('a cancelled session earns its fee until the fee is waived, and the fee can be invoiced', async () => {
  const { admin, client, studio } = fixture
  const { id } = await aSoldSession(fixture, { client_id: client.id, price_minor: 7_000 })
  const fee = { kind: 'cancellation', percent: 50, hours: 48, amount_minor: 3_500 }
  const saveFee = (waived_at: string | null) =>
    asLogin((tx) =>
      sql`update bookings set status = 'cancelled', cancelled_at = now(), fee = ${JSON.stringify({ ...fee, waived_at })}::jsonb
        where id = ${id}::uuid`.execute(tx),
    )
  await saveFee(null)
  expect(await balance(studio.id, 'revenue')).toBe(-3_500)
  expect((await client.get(`/bookings/${id}/money`)).body).toMatchObject({ price_minor: 3_500, owed_minor: 3_500 })
  const { body } = await admin.get(`/studios/${studio.id}/clients/${client.id}/billable-sessions`)
  expect(body.items).toMatchObject([{ id, status: 'cancelled', price_minor: 3_500 }])
  const draft = await admin.post(`/studios/${studio.id}/invoices`, {
    client_id: client.id,
    booking_ids: [id],
    lines: [],
  })
  expect(draft.body).toMatchObject({
    total_minor: 3_500,
    lines: [{ description: expect.stringMatching(/^Cancellation fee: /) }],
  })
  await saveFee(new Date().toISOString())
  expect(await balance(studio.id, 'revenue')).toBe(0)
  expect(await balance(studio.id, 'unbilled')).toBe(0)
})

test('a session earns its net price, and its client also owes the tax', async () => {
  const { client, studio } = fixture
  const { id } = await aSoldSession(fixture, { client_id: client.id, price_minor: 12_100 })
  const tax = { name: 'VAT', rate_bp: 2_100, reverse_charge: false }
  const saveTax = (included: boolean, changes: object = {}) =>
    asLogin((tx) =>
      sql`update bookings set tax = ${JSON.stringify({ ...tax, included, ...changes })}::jsonb where id = ${id}::uuid`.execute(
        tx,
      ),
    )
  const owed = async () => (await client.get(`/bookings/${id}/money`)).body.owed_minor
  await saveTax(true)
  expect([await balance(studio.id, 'revenue'), await owed()]).toEqual([-10_000, 12_100])
  await saveTax(true, { reverse_charge: true })
  expect([await balance(studio.id, 'revenue'), await owed()]).toEqual([-10_000, 10_000])
  await saveTax(false)
  expect([await balance(studio.id, 'revenue'), await owed()]).toEqual([-12_100, 14_641])
})
