import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aDraft, aLine, anInvoice, aSoldSession, balance } from '@studiohub/testing/invoices.ts'
import {
  aCrewMember,
  aDeskPerson,
  aStudio,
  aSuperAdmin,
  type StudioOfTest,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
const year = new Date().getUTCFullYear()
const path = () => `/studios/${fixture.studio.id}/invoices`
const toClient = (overrides: Record<string, unknown> = {}) => ({ client_id: fixture.client.id, ...overrides })

beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

describe('a draft', () => {
  test('has lines from its sessions and typed lines, and is not in the books', async () => {
    const session = await aSoldSession(fixture, { client_id: fixture.client.id, price_minor: 12_000 })
    const draft = await aDraft(fixture, toClient({ booking_ids: [session.id], lines: [aLine(2_500, { quantity: 2 })] }))
    expect(draft).toMatchObject({ state: 'draft', number: null, total_minor: 17_000, currency: 'USD', open_minor: 0 })
    expect(draft.lines.map(({ booking_id, amount_minor }) => [booking_id, amount_minor])).toEqual([
      [session.id, 12_000],
      [null, 5_000],
    ])
    expect(draft.buyer.name).toBe('Cleo Client')
    const [first] = draft.lines
    expect((await fixture.admin.get(path())).body.items).toMatchObject([
      { line_count: 2, first_line: { description: first?.description, service_on: first?.service_on } },
    ])
    expect(await balance(fixture.studio.id, 'receivable')).toBe(0)
    expect((await fixture.client.get(path())).body.items).toEqual([])
  })

  test('can be changed and deleted, and then its sessions can go on another invoice', async () => {
    const { admin, client, studio } = fixture
    const session = await aSoldSession(fixture, { client_id: client.id })
    const draft = await aDraft(fixture, toClient({ booking_ids: [session.id], lines: [] }))
    const billable = `/studios/${studio.id}/clients/${client.id}/billable-sessions`
    expect((await admin.get(billable)).body.items).toEqual([])
    expect((await admin.get(`${billable}?draft_id=${draft.id}`)).body.items).toMatchObject([{ id: session.id }])
    expectError(await admin.post(path(), toClient({ booking_ids: [session.id] })), 'SESSION_NOT_BILLABLE')
    const changes = { booking_ids: [session.id], lines: [aLine(-1_000)], note: 'Thank you', version: 1 }
    const changed = await admin.put(`/invoices/${draft.id}`, changes)
    expect(changed.body).toMatchObject({ total_minor: 9_000, note: 'Thank you', version: 2 })
    expectError(await admin.put(`/invoices/${draft.id}`, changes), 'STALE_VERSION')
    expect((await admin.delete(`/invoices/${draft.id}`)).body).toEqual({ id: draft.id })
    expect((await admin.get(billable)).body.items).toMatchObject([{ id: session.id, price_minor: 10_000 }])
  })

  test("cannot contain another client's session, mix currencies or have a negative total", async () => {
    const { admin, other } = fixture
    const session = await aSoldSession(fixture, { client_id: other.id })
    expectError(await admin.post(path(), toClient({ booking_ids: [session.id] })), 'SESSION_NOT_BILLABLE')
    const inYen = { client_id: other.id, booking_ids: [session.id], currency: 'JPY' }
    expectError(await admin.post(path(), inYen), 'SESSION_NOT_BILLABLE')
    expectError(await admin.post(path(), toClient({ lines: [aLine(-1)] })), 'AMOUNT_NOT_POSSIBLE')
    const stranger = await aStudio(server)
    expectError(await admin.post(path(), { client_id: stranger.client.id, lines: [aLine(1)] }), 'CLIENT_NOT_IN_STUDIO')
  })
})

describe('a session with or without a fee', () => {
  test('that was missed without a fee cannot be invoiced', async () => {
    const { admin, client, studio } = fixture
    const session = await aSoldSession(fixture, { client_id: client.id })
    expect((await admin.post(`/bookings/${session.id}/no-show`)).status).toBe(200)
    const billable = await admin.get(`/studios/${studio.id}/clients/${client.id}/billable-sessions`)
    expect(billable.body.items).toEqual([])
    expectError(await admin.post(path(), toClient({ booking_ids: [session.id], lines: [] })), 'SESSION_NOT_BILLABLE')
  })

  test('that was cancelled with a fee after the draft was saved is not issued at its full price', async () => {
    const { admin, client, studio } = fixture
    const policy = { steps: [], late_percent: 50, no_show_percent: 50 }
    await admin.patch(`/studios/${studio.id}`, { cancellation_policy: policy })
    const session = await aSoldSession(fixture, { client_id: client.id, completed: false })
    const draft = await aDraft(fixture, toClient({ booking_ids: [session.id], lines: [] }))
    const cancelled = await admin.post(`/bookings/${session.id}/cancel`, { for_client: true })
    expect(cancelled.body.fee.amount_minor).toBe(5_000)
    expectError(await admin.post(`/invoices/${draft.id}/issue`), 'SESSION_NOT_BILLABLE')
  })
})

describe('an issued invoice', () => {
  test('shows the cancellation policy of its sessions as it was when they were booked', async () => {
    const { admin, client, studio } = fixture
    const policy = { steps: [{ hours: 48, percent: 0 }], late_percent: 50, no_show_percent: 100 }
    await admin.patch(`/studios/${studio.id}`, { cancellation_policy: policy })
    const session = await aSoldSession(fixture, { client_id: client.id })
    const free = { steps: [], late_percent: 0, no_show_percent: 0 }
    await admin.patch(`/studios/${studio.id}`, { cancellation_policy: free })
    const other = await aSoldSession(fixture, { client_id: client.id })
    const invoice = await anInvoice(fixture, toClient({ booking_ids: [session.id, other.id], lines: [] }))
    expect(invoice.policies).toEqual([
      'Cancel free of charge until 48 h before, then 50% of the price. Clients who do not come pay 100% of the price.',
    ])
    expect((await admin.get(`/invoices/${invoice.id}`)).body.policies).toEqual(invoice.policies)
  })

  test('gets a number and a due day, and moves the earnings of its sessions to the open amount', async () => {
    const { admin, client, studio } = fixture
    const session = await aSoldSession(fixture, { client_id: client.id })
    expect(await balance(studio.id, 'revenue')).toBe(-10_000)
    expect(await balance(studio.id, 'unbilled')).toBe(10_000)
    const invoice = await anInvoice(fixture, toClient({ booking_ids: [session.id], lines: [aLine(500)] }))
    expect(invoice).toMatchObject({ number: `${year}-0001`, state: 'sent', open_minor: 10_500, paid_minor: 0 })
    expect(invoice.due_on).not.toBeNull()
    expect(await balance(studio.id, 'receivable')).toBe(10_500)
    expect(await balance(studio.id, 'unbilled')).toBe(0)
    expect(await balance(studio.id, 'revenue')).toBe(-10_500)
    expectError(await admin.post(`/invoices/${invoice.id}/issue`), 'INVOICE_ISSUED')
    expectError(await admin.put(`/invoices/${invoice.id}`, { lines: [aLine(1)] }), 'INVOICE_ISSUED')
    expectError(await admin.delete(`/invoices/${invoice.id}`), 'INVOICE_ISSUED')
    expect((await client.get(path())).body.items).toMatchObject([{ id: invoice.id }])
    expect((await client.get(`/invoices/${invoice.id}`)).body).toEqual(invoice)
  })

  test('still says that its buyer owes the tax after the client record has changed', async () => {
    const { admin, client, studio } = fixture
    const setReverseCharge = async (reverse_charge: boolean) => {
      const record = `/studios/${studio.id}/clients/${client.id}`
      const { version } = (await admin.get(record)).body
      const response = await admin.patch(record, { tax_number: 'ATU12345678', reverse_charge, version })
      expect(response.status).toBe(200)
    }
    await setReverseCharge(true)
    const { id, buyer } = await anInvoice(fixture, toClient())
    expect(buyer).toMatchObject({ tax_number: 'ATU12345678', reverse_charge: true })
    await setReverseCharge(false)
    expect((await client.get(`/invoices/${id}`)).body.buyer).toMatchObject({ reverse_charge: true })
    expect((await anInvoice(fixture, toClient())).buyer).not.toHaveProperty('reverse_charge')
  })

  test('can be paid in parts, and above its open amount only if the rest becomes credit', async () => {
    const { admin, studio, client } = fixture
    const { id } = await anInvoice(fixture, toClient())
    const pay = (body: Record<string, unknown>) => admin.post(`/invoices/${id}/payments`, body)
    expect((await pay({ amount_minor: 4_000, method: 'bank' })).body).toMatchObject({
      state: 'partly_paid',
      paid_minor: 4_000,
      open_minor: 6_000,
      payments: [{ kind: 'payment', method: 'bank', amount_minor: 4_000 }],
    })
    expectError(await pay({ amount_minor: 6_001, method: 'cash' }), 'AMOUNT_NOT_POSSIBLE')
    expectError(await pay({ amount_minor: 1, method: 'credit' }), 'VALIDATION_FAILED')
    expectError(await pay({ amount_minor: 1, method: 'cash', paid_on: '2199-01-01' }), 'VALIDATION_FAILED')
    const rest = await pay({ amount_minor: 7_000, method: 'cash', keep_rest_as_credit: true })
    expect(rest.body).toMatchObject({ state: 'paid', open_minor: 0, paid_minor: 10_000 })
    expectError(await pay({ amount_minor: 1, method: 'cash' }), 'INVOICE_SETTLED')
    const balances = (await admin.get(`/studios/${studio.id}/clients/${client.id}/balance`)).body.items
    expect(balances).toMatchObject([{ currency: 'USD', open_minor: 0, credit_minor: 1_000 }])
    const creditPath = `/studios/${studio.id}/own-credit`
    expect((await client.get(creditPath)).body.items).toEqual([{ currency: 'USD', credit_minor: 1_000 }])
    expect((await fixture.other.get(creditPath)).body.items).toEqual([])
    expectError(await admin.get(creditPath), 'FORBIDDEN')
    const next = await anInvoice(fixture, toClient())
    expect((await client.get(creditPath)).body.items).toEqual([])
    expect(next).toMatchObject({ number: `${year}-0002`, state: 'partly_paid', paid_minor: 1_000, open_minor: 9_000 })
    expect(await balance(studio.id, 'credit')).toBe(0)
  })

  test('can be refunded with a credit note, as credit, or to correct a mistake', async () => {
    const { admin, studio } = fixture
    const { id, number } = await anInvoice(fixture, toClient())
    await admin.post(`/invoices/${id}/payments`, { amount_minor: 10_000, method: 'bank' })
    const refund = (body: Record<string, unknown>) => admin.post(`/invoices/${id}/refunds`, { reason: 'Late', ...body })
    expectError(await refund({ amount_minor: 10_001, method: 'bank' }), 'AMOUNT_NOT_POSSIBLE')
    expectError(await refund({ amount_minor: 10, method: 'bank', reason: ' ' }), 'VALIDATION_FAILED')
    expect((await refund({ amount_minor: 3_000, method: 'bank' })).body).toMatchObject({
      state: 'paid',
      paid_minor: 7_000,
      credited_minor: 3_000,
      open_minor: 0,
      credit_notes: [{ number: `CN-${year}-0001`, total_minor: 3_000 }],
    })
    expect((await refund({ amount_minor: 2_000, method: 'credit' })).body).toMatchObject({ paid_minor: 5_000 })
    expect(await balance(studio.id, 'credit')).toBe(-2_000)
    const mistake = await refund({ amount_minor: 1_000, method: 'bank', with_credit_note: false })
    expect(mistake.body).toMatchObject({ state: 'partly_paid', open_minor: 1_000, credited_minor: 5_000 })
    expect(await balance(studio.id, 'bank')).toBe(6_000)
    expect(await balance(studio.id, 'revenue')).toBe(-5_000)
    const [note] = mistake.body.credit_notes
    const creditNote = (await fixture.client.get(`/invoices/${note.id}`)).body
    expect(creditNote).toMatchObject({ kind: 'credit_note', corrects_id: id, reason: 'Late', total_minor: 3_000 })
    expect(creditNote.lines).toMatchObject([{ description: `Credit for invoice ${number}` }])
  })

  test('can be corrected by a credit note, and the amount already paid becomes credit', async () => {
    const { admin, studio } = fixture
    const { id } = await anInvoice(fixture, toClient())
    await admin.post(`/invoices/${id}/payments`, { amount_minor: 8_000, method: 'cash' })
    const credit = (amount_minor: number) =>
      admin.post(`/invoices/${id}/credit-notes`, { amount_minor, reason: 'Too much' })
    expectError(await credit(10_001), 'AMOUNT_NOT_POSSIBLE')
    expect((await credit(5_000)).body).toMatchObject({ state: 'paid', paid_minor: 5_000, credited_minor: 5_000 })
    expect(await balance(studio.id, 'credit')).toBe(-3_000)
    expect((await credit(5_000)).body).toMatchObject({ state: 'void', paid_minor: 0, open_minor: 0 })
    expect(await balance(studio.id, 'credit')).toBe(-8_000)
    expect(await balance(studio.id, 'revenue')).toBe(0)
  })

  test('can be voided while it is unpaid, and then its sessions can go on another invoice', async () => {
    const { admin, client, studio } = fixture
    const session = await aSoldSession(fixture, { client_id: client.id })
    const { id } = await anInvoice(fixture, toClient({ booking_ids: [session.id], lines: [] }))
    expect((await admin.post(`/invoices/${id}/void`, { reason: 'Wrong client' })).body).toMatchObject({
      state: 'void',
      open_minor: 0,
      number: `${year}-0001`,
    })
    expect(await balance(studio.id, 'receivable')).toBe(0)
    expect(await balance(studio.id, 'unbilled')).toBe(10_000)
    expectError(await admin.post(`/invoices/${id}/void`, { reason: 'Again' }), 'INVOICE_SETTLED')
    expectError(await admin.post(`/invoices/${id}/payments`, { amount_minor: 1, method: 'cash' }), 'INVOICE_SETTLED')
    const second = await anInvoice(fixture, toClient({ booking_ids: [session.id], lines: [] }))
    expect(second.number).toBe(`${year}-0002`)
    await admin.post(`/invoices/${second.id}/payments`, { amount_minor: 1, method: 'cash' })
    expectError(await admin.post(`/invoices/${second.id}/void`, { reason: 'Late' }), 'INVOICE_SETTLED')
  })

  test('can be written off if it will never be paid', async () => {
    const { admin, studio } = fixture
    const { id } = await anInvoice(fixture, toClient())
    const writtenOff = await admin.post(`/invoices/${id}/write-off`, { reason: 'Bankrupt' })
    expect(writtenOff.body).toMatchObject({ state: 'written_off', written_off_minor: 10_000, open_minor: 0 })
    expect(await balance(studio.id, 'write_off')).toBe(10_000)
    expectError(await admin.post(`/invoices/${id}/write-off`, { reason: 'Again' }), 'INVOICE_SETTLED')
    const note = { amount_minor: 1, reason: 'Late' }
    expectError(await admin.post(`/invoices/${id}/credit-notes`, note), 'AMOUNT_NOT_POSSIBLE')
  })

  test('needs lines, and no session that was cancelled after the draft was saved', async () => {
    const { admin, client } = fixture
    const empty = await aDraft(fixture, toClient({ lines: [] }))
    expectError(await admin.post(`/invoices/${empty.id}/issue`), 'INVOICE_EMPTY')
    const session = await aSoldSession(fixture, { client_id: client.id, completed: false })
    const draft = await aDraft(fixture, toClient({ booking_ids: [session.id], lines: [] }))
    await admin.post(`/bookings/${session.id}/cancel`, {})
    expectError(await admin.post(`/invoices/${draft.id}/issue`), 'SESSION_NOT_BILLABLE')
  })
})

describe('the PDF', () => {
  test('can be read by admins and by its client, but only for an issued invoice', async () => {
    const { admin, client, other } = fixture
    const draft = await aDraft(fixture, toClient({ lines: [aLine(100, { description: 'Łódź, Ελλάδα' })] }))
    expectError(await admin.get(`/invoices/${draft.id}/pdf`), 'INVOICE_NOT_ISSUED')
    await admin.post(`/invoices/${draft.id}/issue`)
    for (const person of [admin, client]) {
      const file = await person.get(`/invoices/${draft.id}/pdf`)
      expect(file.status).toBe(200)
      expect(file.headers.get('content-type')).toContain('application/pdf')
      expect(file.headers.get('content-disposition')).toContain(`${year}-0001.pdf`)
      expect(file.text).toMatch(/^%PDF-/)
    }
    expectError(await other.get(`/invoices/${draft.id}/pdf`), 'NOT_FOUND')
    expectError(await (await aDeskPerson(server, fixture)).get(`/invoices/${draft.id}/pdf`), 'NOT_FOUND')
  })
})

describe('the list of invoices', () => {
  test('can be filtered by state, client and text, and agrees with the totals', async () => {
    const { admin, client, other } = fixture
    await aDraft(fixture, toClient())
    const sent = await anInvoice(fixture, toClient())
    const part = await anInvoice(fixture, toClient())
    await admin.post(`/invoices/${part.id}/payments`, { amount_minor: 1, method: 'cash' })
    const paid = await anInvoice(fixture, { client_id: other.id })
    await admin.post(`/invoices/${paid.id}/payments`, { amount_minor: 10_000, method: 'cash' })
    await anInvoice(fixture, toClient({ due_on: '2020-01-01' }))
    const voided = await anInvoice(fixture, toClient())
    await admin.post(`/invoices/${voided.id}/void`, { reason: 'Twice' })
    const lost = await anInvoice(fixture, toClient())
    await admin.post(`/invoices/${lost.id}/write-off`, { reason: 'Lost' })
    for (const state of ['draft', 'sent', 'partly_paid', 'paid', 'overdue', 'void', 'written_off']) {
      const { items } = (await admin.get(`${path()}?state=${state}`)).body
      expect(
        items.map((invoice: { state: string }) => invoice.state),
        state,
      ).toEqual([state])
    }
    const open = (await admin.get(`${path()}?state=open`)).body.items
    expect(open.map((invoice: { state: string }) => invoice.state)).toEqual(['overdue', 'partly_paid', 'sent'])
    expect((await admin.get(`${path()}?client_id=${other.id}`)).body.items).toMatchObject([{ id: paid.id }])
    expect((await admin.get(`${path()}?search=otto`)).body.items).toMatchObject([{ id: paid.id }])
    expect((await admin.get(`${path()}?search=${sent.number}`)).body.items).toMatchObject([{ id: sent.id }])
    expect((await admin.get(`${path()}?search=%25`)).body.items).toEqual([])
    const totals = (await admin.get(`/studios/${fixture.studio.id}/invoice-totals`)).body.items
    expect(open.reduce((sum: number, invoice: { open_minor: number }) => sum + invoice.open_minor, 0)).toBe(29_999)
    expect(totals).toEqual([
      { currency: 'USD', draft_minor: 10_000, open_minor: 29_999, overdue_minor: 10_000, paid_minor: 10_001 },
    ])
    expect((await client.get(path())).body.items).toHaveLength(5)
  })
})

describe('rights', () => {
  const calls = (
    id: string,
    session: string,
  ): [method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: object][] => {
    const ofStudio = `/studios/${fixture.studio.id}`
    const ofClient = `${ofStudio}/clients/${fixture.client.id}`
    const reason = 'Because'
    return [
      ['get', `${ofStudio}/invoice-settings`],
      ['patch', `${ofStudio}/invoice-settings`, { payment_days: 3 }],
      ['get', `${ofStudio}/invoice-totals`],
      ['get', path()],
      ['post', path(), toClient({ lines: [aLine(1)] })],
      ['get', `/invoices/${id}`],
      ['get', `/invoices/${id}/pdf`],
      ['put', `/invoices/${id}`, { lines: [aLine(1)] }],
      ['delete', `/invoices/${id}`],
      ['post', `/invoices/${id}/issue`, {}],
      ['post', `/invoices/${id}/void`, { reason }],
      ['post', `/invoices/${id}/write-off`, { reason }],
      ['post', `/invoices/${id}/payments`, { amount_minor: 1, method: 'cash' }],
      ['post', `/invoices/${id}/refunds`, { amount_minor: 1, method: 'cash', reason }],
      ['post', `/invoices/${id}/credit-notes`, { amount_minor: 1, reason }],
      ['get', `${ofClient}/billable-sessions`],
      ['get', `${ofClient}/balance`],
      ['post', `${ofClient}/credits`, { amount_minor: 1, currency: 'USD', reason }],
      ['post', `${ofClient}/credit-payouts`, { amount_minor: 1, currency: 'USD', method: 'cash', reason }],
      ['get', `/bookings/${session}/money`],
      ['post', `/bookings/${session}/payments`, { amount_minor: 1, method: 'cash' }],
    ]
  }
  const allowedFor = async (person: TestUser, id: string, session: string) => {
    const allowed: string[] = []
    for (const [method, to, body] of calls(id, session)) {
      const { status } = await person[method](to, body as never)
      if (status < 400) allowed.push(`${method} ${to.split('/').slice(-1)}`)
      else expect([403, 404], `${method} ${to}`).toContain(status)
    }
    return allowed.map((call) => call.replace(id, 'one'))
  }

  test('clients read their own invoices, the desk reads what a session owes, all others read nothing', async () => {
    const session = await aSoldSession(fixture, { client_id: fixture.client.id })
    const { id } = await anInvoice(fixture, toClient({ booking_ids: [session.id] }))
    const [crew, desk] = [await aCrewMember(server, fixture), await aDeskPerson(server, fixture)]
    const elsewhere = await aStudio(server)
    expect(await allowedFor(fixture.client, id, session.id)).toEqual([
      'get invoices',
      'get one',
      'get pdf',
      'get money',
    ])
    expect(await allowedFor(fixture.other, id, session.id)).toEqual(['get invoices'])
    expect(await allowedFor(desk, id, session.id)).toEqual(['get money'])
    for (const person of [crew, elsewhere.admin, elsewhere.client, await aSuperAdmin(server)])
      expect(await allowedFor(person, id, session.id)).toEqual([])
    const visitor = callAs(server.url, null)
    for (const [method, to, body] of calls(id, session.id))
      expectError(await visitor[method](to, body as never), 'UNAUTHENTICATED')
    expect((await fixture.admin.get(`/invoices/${id}`)).body).toMatchObject({ state: 'sent', open_minor: 20_000 })
  })

  test('a removed admin can no longer read anything', async () => {
    const { id } = await anInvoice(fixture, toClient())
    const crew = await aCrewMember(server, fixture)
    const [role] = (await fixture.admin.get(`/studios/${fixture.studio.id}/crew`)).body.items
    const { body } = await fixture.admin.post(`/studios/${fixture.studio.id}/admins`, { role_id: role.role_id })
    expect((await crew.get(`/invoices/${id}`)).status).toBe(200)
    await fixture.admin.delete(`/studios/${fixture.studio.id}/admins/${body.id}`)
    expect([403, 404]).toContain((await crew.get(`/invoices/${id}`)).status)
    expectError(await crew.get(path()), 'FORBIDDEN')
  })
})

test('settings change the printed seller and the format and start of invoice numbers', async () => {
  const { admin, studio } = fixture
  const settings = `/studios/${studio.id}/invoice-settings`
  expect((await admin.get(settings)).body).toMatchObject({ payment_days: 14, first_number: 1, desk_takes_cash: false })
  const changes = { iban: 'de89 3704 0044 0532 0130 00', number_prefix: 'NL-', first_number: 120, payment_days: 30 }
  expect((await admin.patch(settings, { ...changes, legal_name: 'Northlight Ltd' })).body).toMatchObject({
    iban: 'DE89370400440532013000',
    first_number: 120,
    version: 1,
  })
  expectError(await admin.patch(settings, { iban: 'DE00370400440532013000' }), 'VALIDATION_FAILED')
  expectError(await admin.patch(settings, { credit_note_prefix: 'NL-' }), 'VALIDATION_FAILED')
  expectError(await admin.patch(settings, { payment_days: 3, version: 7 }), 'STALE_VERSION')
  const invoice = await anInvoice(fixture, toClient())
  expect(invoice).toMatchObject({ number: `NL-${year}-0120`, seller: { name: 'Northlight Ltd' } })
  expectError(await admin.patch(settings, { first_number: 5 }), 'NUMBERS_BEGUN')
  await admin.patch(settings, { legal_name: 'Another Ltd' })
  expect((await admin.get(`/invoices/${invoice.id}`)).body.seller.name).toBe('Northlight Ltd')
})
