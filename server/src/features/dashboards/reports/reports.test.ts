import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aDraft, aLine, anInvoice, aSoldSession } from '@studiohub/testing/invoices.ts'
import { aCrewMember, aDeskPerson, aStudio, aSuperAdmin, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
const today = todayIn('UTC', new Date())
const month = (day: string) => day.slice(0, 7)

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  fixture = await aStudio(server)
})

const period = `from=${plusDays(today, -30)}&to=${today}`
const reportsOf = async ({ admin, studio }: StudioOfTest, query = period) => {
  const { body, text, status } = await admin.get(`/studios/${studio.id}/reports?${query}`)
  expect(status, text).toBe(200)
  return body
}
const exportOf = async ({ admin, studio }: StudioOfTest) => {
  const response = await fetch(`${server.url}/api/v1/studios/${studio.id}/accounting-export?${period}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(response.headers.get('content-type')).toContain('application/zip')
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const rowsOf = (name: string) =>
    Papa.parse<Record<string, string>>(strFromU8(files[name] ?? new Uint8Array()).replace('\uFEFF', ''), {
      header: true,
    }).data
  return { names: Object.keys(files), rowsOf }
}

describe('reports', () => {
  test('show earnings by month, service, room and client, from the books', async () => {
    const { client, other, studio, admin } = fixture
    const session = await aSoldSession(fixture, { client_id: client.id, price_minor: 12_000 })
    await aSoldSession(fixture, { client_id: other.id, price_minor: 3_000 })
    const taxed = { booking_ids: [session.id], lines: [aLine(1_000, { tax_rate_bp: 2_000 })] }
    const { id } = await anInvoice(fixture, { client_id: client.id, ...taxed })
    await admin.post(`/invoices/${id}/payments`, { amount_minor: 5_000, method: 'bank' })
    await aDraft(fixture, { client_id: client.id })
    const reports = await reportsOf(fixture)
    const sum = (rows: { earned_minor: number }[]) => rows.reduce((total, row) => total + row.earned_minor, 0)
    expect(sum(reports.by_month)).toBe(16_000)
    expect(reports.by_month.at(-1)).toMatchObject({ month: month(today), currency: 'USD', received_minor: 5_000 })
    expect(reports.by_service).toEqual([
      { id: 'recording', name: 'Recording Session', currency: 'USD', earned_minor: 15_000 },
      { id: null, name: null, currency: 'USD', earned_minor: 1_000 },
    ])
    const [room] = (await admin.get(`/studios/${studio.id}/resources`)).body.items
    expect(reports.by_room).toMatchObject([
      { id: room.id, earned_minor: 15_000 },
      { id: null, earned_minor: 1_000 },
    ])
    expect(reports.by_client.map(({ earned_minor }: { earned_minor: number }) => earned_minor)).toEqual([13_000, 3_000])
    const { body: totals } = await admin.get(`/studios/${studio.id}/invoice-totals`)
    expect(reports.outstanding).toEqual([
      { age: 'not_due', currency: 'USD', invoices: 1, open_minor: totals.items[0].open_minor },
    ])
  })

  test('split the earnings of a session in two rooms, to the last cent', async () => {
    const { client, studio, admin } = fixture
    const room = (await admin.post(`/studios/${studio.id}/resources`, { kind: 'room', name: 'Booth' })).body
    const session = await aSoldSession(fixture, { client_id: client.id, price_minor: 10_001 })
    await asLogin((tx) =>
      sql`insert into reservations (booking_id, resource_id, studio_id, during, holds)
        select b.id, ${room.id}::uuid, b.studio_id, tstzrange(b.starts_at, b.ends_at), b.holds from bookings b
        where b.id = ${session.id}::uuid`.execute(tx),
    )
    const { by_room } = await reportsOf(fixture)
    expect(by_room.map(({ earned_minor }: { earned_minor: number }) => earned_minor)).toEqual([5_001, 5_000])
  })

  test('count how sessions ended, how early they were booked, and how full the rooms were', async () => {
    const { client, admin, studio } = fixture
    await aSoldSession(fixture, { client_id: client.id })
    const missed = await aSoldSession(fixture, { client_id: client.id })
    await admin.post(`/bookings/${missed.id}/no-show`, {})
    const { sessions, rooms } = await reportsOf(fixture)
    expect(sessions).toMatchObject([{ month: month(plusDays(today, -1)), sessions: 2, cancelled: 0, no_shows: 1 }])
    expect(rooms[0]).toMatchObject({ booked_minutes: 60 })
    const hours = { weekly: [{ weekday: 1, opens: '09:00', closes: '17:30', closes_next_day: false }] }
    const path = `/studios/${studio.id}/opening-hours`
    expect((await admin.put(path, { ...(await admin.get(path)).body, ...hours })).status).toBe(200)
    const fourWeeks = await reportsOf(fixture, `from=${plusDays(today, -27)}&to=${today}`)
    expect(fourWeeks.rooms[0].open_minutes).toBe(4 * 8.5 * 60)
  })

  test('group open amounts by the days since they were due', async () => {
    for (const days of [0, 1, 31, 61, 91]) {
      await anInvoice(fixture, { client_id: fixture.client.id, due_on: plusDays(today, -days), lines: [aLine(100)] })
    }
    const { outstanding } = await reportsOf(fixture)
    expect(outstanding.map(({ age }: { age: string }) => age)).toEqual(['not_due', 'to_30', 'to_60', 'to_90', 'older'])
  })

  test('are empty for a new studio, and need a period', async () => {
    expect(await reportsOf(fixture)).toMatchObject({ by_month: [], by_client: [], sessions: [], outstanding: [] })
    const path = `/studios/${fixture.studio.id}/reports`
    expectError(await fixture.admin.get(`${path}?from=${today}&to=${plusDays(today, -1)}`), 'VALIDATION_FAILED')
    expectError(await fixture.admin.get(`${path}?from=2020-01-01&to=${today}`), 'VALIDATION_FAILED')
    expectError(await fixture.admin.get(path), 'VALIDATION_FAILED')
  })

  test('and the export are only for admins of the studio', async () => {
    const stranger = await aStudio(server)
    const people = [
      await aCrewMember(server, fixture),
      await aDeskPerson(server, fixture),
      await aSuperAdmin(server),
      fixture.client,
      stranger.admin,
    ]
    for (const path of ['reports', 'accounting-export']) {
      const url = `/studios/${fixture.studio.id}/${path}?${period}`
      for (const caller of people) expectError(await caller.get(url), 'FORBIDDEN')
      expectError(await callAs(server.url, null).get(url), 'UNAUTHENTICATED')
      expect((await fixture.admin.get(url)).status).toBe(200)
    }
  })
})

describe("the accountant's export", () => {
  test('has invoices, payments, taxes and the books, which agree', async () => {
    const { admin, client } = fixture
    const lines = [aLine(10_000, { tax_rate_bp: 2_000 }), aLine(500, { tax_rate_bp: 700, description: '=1+1' })]
    const buyer = { company: '=cmd|calc', address: '', tax_number: '-X' }
    const invoice = await anInvoice(fixture, { client_id: client.id, lines, buyer })
    await admin.post(`/invoices/${invoice.id}/payments`, { amount_minor: 4_000, method: 'bank', note: '@later' })
    await admin.post(`/invoices/${invoice.id}/credit-notes`, { amount_minor: 1_200, reason: 'Too loud' })
    const { names, rowsOf } = await exportOf(fixture)
    expect(names).toEqual(['invoices.csv', 'payments.csv', 'taxes.csv', 'ledger.csv'])
    const [first, creditNote] = rowsOf('invoices.csv')
    expect(first).toMatchObject({
      number: invoice.number,
      kind: 'invoice',
      total: '125.35',
      open: '73.35',
      is_void: 'false',
    })
    expect(first).toMatchObject({ company: "'=cmd|calc", tax_number: "'-X" })
    expect(creditNote).toMatchObject({ kind: 'credit_note', corrects: invoice.number, total: '12.00' })
    expect(rowsOf('payments.csv')).toMatchObject([
      { kind: 'payment', method: 'bank', amount: '40.00', invoice: invoice.number, note: "'@later" },
    ])
    const taxes = rowsOf('taxes.csv')
    expect(taxes.map(({ tax_percent, tax }) => [tax_percent, tax]).slice(0, 2)).toEqual([
      ['7', '0.35'],
      ['20', '20.00'],
    ])
    expect(taxes.slice(2).every(({ net }) => Number(net) < 0)).toBe(true)
    const entries = rowsOf('ledger.csv')
    const total = entries.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
    expect(total).toBe(0)
    const taxEntries = entries.filter(({ account }) => account === 'tax_payable')
    const taxInLedger = taxEntries.reduce((sum, { amount }) => sum - Math.round(Number(amount) * 100), 0)
    expect(taxes.reduce((sum, { tax }) => sum + Math.round(Number(tax) * 100), 0)).toBe(taxInLedger)
  })
})
