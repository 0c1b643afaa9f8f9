import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aFixedClock } from '@studiohub/testing/bookings.ts'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aDraft, anInvoice } from '@studiohub/testing/invoices.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { aCrewMember, aDeskPerson, aStudio, proveAddress, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { remindOfInvoices } from '../../emails/invoices/jobs.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
let fixture: StudioOfTest

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(async () => {
  clock.set('10:00')
  fixture = await aStudio(server, { name: 'Red Room' })
})

const toClient = (overrides: Record<string, unknown> = {}) => ({ client_id: fixture.client.id, ...overrides })
const inbox = async (subject: string) =>
  (await mailsTo(server, fixture.client.email)).filter((mail) => mail.subject.includes(subject))
const updateSettings = (changes: object) =>
  fixture.admin.patch(`/studios/${fixture.studio.id}/invoice-settings`, changes)
const emailsOf = async (id: string) => (await fixture.admin.get(`/invoices/${id}`)).body.emails
/** Waits until the invoice has the time of its email, which is written a moment after the email was sent. */
const waitUntilMarkedSent = (id: string) =>
  vi.waitFor(
    async () => expect((await fixture.admin.get(`/invoices/${id}`)).body.sent_at).toEqual(expect.any(String)),
    { timeout: 60_000 },
  )
const silentLog = { info: () => {}, warn: () => {}, error: () => {} }

describe('sending an invoice', () => {
  test("emails the PDF in the studio's name with a pay link, as often as wanted, and stores when it was sent", async () => {
    const { admin, client } = fixture
    await admin.patch(`/studios/${fixture.studio.id}`, { contact_email: 'desk@red.example' })
    const { id, number } = await anInvoice(fixture, toClient())
    const response = await admin.post(`/invoices/${id}/send`)
    expect(response.body, response.text).toMatchObject({ emails: [{ kind: 'invoice', state: 'waiting' }] })
    const mail = await nextMail(server, client.email, `Invoice ${number} from Red Room`)
    expect(mail.replyTo).toBe('desk@red.example')
    expect(mail.files).toEqual([`${number}.pdf`])
    expect(mail.text).toMatch(/^To pay: \$100\nPay by: .*\/pay#[\w-]+\.[\w-]+/ms)
    await vi.waitFor(async () => expect(await emailsOf(id)).toMatchObject([{ state: 'sent' }]), { timeout: 60_000 })
    await waitUntilMarkedSent(id)
    await admin.post(`/invoices/${id}/send`)
    await vi.waitFor(async () => expect(await inbox(`Invoice ${number}`)).toHaveLength(2), { timeout: 60_000 })
    // The client's own page does not list emails.
    expect((await client.get(`/invoices/${id}`)).body.emails).toEqual([])
  })

  test('is allowed only to admins, and needs an issued invoice and a client with an email address', async () => {
    const stranger = await aStudio(server)
    const { id } = await anInvoice(fixture, toClient())
    const draft = await aDraft(fixture, toClient())
    expectError(await fixture.admin.post(`/invoices/${draft.id}/send`), 'INVOICE_SETTLED')
    const record = await aClientRecord(fixture.studio.id, { name: 'No Address', email: null })
    const unreachable = await anInvoice(fixture, { client_id: record })
    expectError(await fixture.admin.post(`/invoices/${unreachable.id}/send`), 'NO_EMAIL_ADDRESS')
    const people = [
      await aCrewMember(server, fixture),
      await aDeskPerson(server, fixture),
      fixture.other,
      stranger.admin,
    ]
    for (const path of ['send', 'remind']) {
      for (const caller of people) expectError(await caller.post(`/invoices/${id}/${path}`), 'NOT_FOUND')
      expectError(await fixture.client.post(`/invoices/${id}/${path}`), 'FORBIDDEN')
    }
    expect((await fixture.admin.post(`/invoices/${id}/send`)).status).toBe(200)
  })

  test('is skipped for a client without an account until an admin has confirmed an email address', async () => {
    const { admin } = fixture
    const email = `${crypto.randomUUID()}@example.com`
    const record = await aClientRecord(fixture.studio.id, { name: 'Vera Visitor', email })
    const { id, number } = await anInvoice(fixture, { client_id: record })
    await admin.post(`/invoices/${id}/send`)
    await vi.waitFor(async () => expect(await emailsOf(id)).toMatchObject([{ state: 'skipped' }]), { timeout: 60_000 })
    expect(await mailsTo(server, email)).toEqual([])
    await proveAddress(admin)
    await admin.post(`/invoices/${id}/send`)
    expect((await nextMail(server, email, `Invoice ${number}`)).files).toHaveLength(1)
  })
})

describe('a receipt', () => {
  test('is emailed once per payment, unless the studio has switched receipts off', async () => {
    const { admin } = fixture
    const { id, number } = await anInvoice(fixture, toClient())
    await admin.post(`/invoices/${id}/payments`, { amount_minor: 4_000, method: 'cash' })
    const first = await nextMail(server, fixture.client.email, `Receipt from Red Room for invoice ${number}`)
    expect(first.text).toMatch(/^Received: \$40 on .*\nTo pay: \$60$/m)
    await admin.post(`/invoices/${id}/payments`, { amount_minor: 1_000, method: 'bank' })
    await vi.waitFor(async () => expect(await inbox('Receipt')).toHaveLength(2), { timeout: 60_000 })
    await updateSettings({ sends_receipts: false })
    await admin.post(`/invoices/${id}/payments`, { amount_minor: 5_000, method: 'bank' })
    expect((await emailsOf(id)).map(({ kind }: { kind: string }) => kind)).toEqual(['receipt', 'receipt'])
  })
})

describe('reminders', () => {
  /** An invoice that was emailed and is `days` past due. */
  async function anOverdueInvoice(days: number) {
    const { id, number } = await anInvoice(fixture, toClient({ due_on: plusDays(today, -days) }))
    await fixture.admin.post(`/invoices/${id}/send`)
    await nextMail(server, fixture.client.email, `Invoice ${number}`)
    await waitUntilMarkedSent(id)
    return { id, number }
  }
  /** Runs the job twice at the same time, as two processes may. */
  async function remindAt(time = '10:00', days = 0) {
    clock.set(time, days)
    const context = { job_id: 'test', now: clock.now(), log: silentLog, signal: new AbortController().signal }
    await Promise.all([remindOfInvoices.handle({}, context), remindOfInvoices.handle({}, context)])
    clock.set('10:00')
  }
  const remindersOf = async (id: string) =>
    (await emailsOf(id)).filter(({ kind }: { kind: string }) => kind === 'reminder')

  test('are sent 3, 7 and 14 days past due, each once and only in the daytime', async () => {
    const { id, number } = await anOverdueInvoice(2)
    await remindAt()
    expect(await remindersOf(id)).toHaveLength(0)
    await remindAt('08:00', 1)
    expect(await remindersOf(id)).toHaveLength(0)
    await remindAt('09:00', 1)
    await remindAt('11:00', 1)
    expect(await remindersOf(id)).toHaveLength(1)
    const mail = await nextMail(server, fixture.client.email, `Reminder: invoice ${number} from Red Room`)
    expect(mail.text).toMatch(/^To pay: \$100\nWas due on: /m)
    expect(mail.files).toHaveLength(1)
    await remindAt('10:00', 5)
    await remindAt('10:00', 12)
    await remindAt('10:00', 30)
    expect(await remindersOf(id)).toHaveLength(3)
  })

  test('are not sent for an invoice that is paid, was never emailed or is not past due', async () => {
    const paid = await anOverdueInvoice(3)
    await fixture.admin.post(`/invoices/${paid.id}/payments`, { amount_minor: 10_000, method: 'bank' })
    const neverEmailed = await anInvoice(fixture, toClient({ due_on: plusDays(today, -3) }))
    const notDue = await anOverdueInvoice(0)
    const overdue = await anOverdueInvoice(3)
    await remindAt()
    for (const { id } of [paid, neverEmailed, notDue]) expect(await remindersOf(id)).toHaveLength(0)
    expect(await remindersOf(overdue.id)).toHaveLength(1)
    expectError(await fixture.admin.post(`/invoices/${paid.id}/remind`), 'INVOICE_SETTLED')
  })

  test('are sent only on the days that the studio has chosen', async () => {
    await updateSettings({ reminder_days: [7] })
    const { id } = await anOverdueInvoice(3)
    await remindAt()
    expect(await remindersOf(id)).toHaveLength(0)
    await remindAt('10:00', 4)
    expect(await remindersOf(id)).toHaveLength(1)
  })

  test('cannot be sent by hand after the invoice was settled', async () => {
    const { id, number } = await anOverdueInvoice(1)
    const reminded = await fixture.admin.post(`/invoices/${id}/remind`)
    expect(reminded.body.emails).toContainEqual(expect.objectContaining({ kind: 'reminder' }))
    await nextMail(server, fixture.client.email, `Reminder: invoice ${number}`)
    await fixture.admin.post(`/invoices/${id}/credit-notes`, { amount_minor: 10_000, reason: 'A gift' })
    expectError(await fixture.admin.post(`/invoices/${id}/remind`), 'INVOICE_SETTLED')
  })
})
