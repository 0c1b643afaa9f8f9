import { aFixedClock } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aDraft, anInvoice } from '@studiohub/testing/invoices.ts'
import { aCrewMember, aDeskPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const clock = aFixedClock()
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
const visitor = () => callAs(server.url, null)
const readPublicInvoice = (token: string) => visitor().post('/public/invoices', { token })
async function aLink(id: string) {
  const { body, text } = await fixture.admin.post(`/invoices/${id}/pay-link`)
  const token = /\/pay#(.+)$/.exec(body.url)?.[1]
  if (!token) throw new Error(`no link: ${text}`)
  return token
}

test('anyone with the link can read the invoice, and no internal ids or email addresses', async () => {
  const iban = { iban: 'DE89370400440532013000', bank_holder: 'Red Room GmbH', number_prefix: 'RR-' }
  await fixture.admin.patch(`/studios/${fixture.studio.id}/invoice-settings`, iban)
  const buyer = { company: 'Marsh Ltd', address: 'Street 1', tax_number: 'X1' }
  const invoice = await anInvoice(fixture, toClient({ note: 'Thank you', buyer, currency: 'EUR' }))
  const { body, status } = await readPublicInvoice(await aLink(invoice.id))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    number: invoice.number,
    open_minor: 10_000,
    currency: 'EUR',
    state: 'sent',
    note: 'Thank you',
    seller: { iban: iban.iban },
    buyer: { ...buyer, name: 'Cleo Client' },
    lines: [{ description: 'Mixing', amount_minor: 10_000 }],
    studio: { name: 'Red Room' },
    transfer_qr: { size: expect.any(Number), path: expect.stringMatching(/^M\d/) },
  })
  const { id, client_id } = invoice
  const text = JSON.stringify(body)
  for (const secret of [id, client_id, fixture.client.email, fixture.admin.id]) {
    expect(text).not.toContain(secret)
  }
  const pdf = await fetch(`${server.url}/api/v1/public/invoices/pdf`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: await aLink(id) }),
  })
  expect(pdf.headers.get('content-type')).toContain('application/pdf')
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('only an open invoice in euros has a QR code for a bank transfer', async () => {
  const settings = `/studios/${fixture.studio.id}/invoice-settings`
  await fixture.admin.patch(settings, { iban: 'DE89370400440532013000' })
  const dollars = await anInvoice(fixture, toClient())
  expect((await readPublicInvoice(await aLink(dollars.id))).body.transfer_qr).toBeNull()
  const euros = await anInvoice(fixture, toClient({ currency: 'EUR' }))
  const token = await aLink(euros.id)
  expect((await readPublicInvoice(token)).body.transfer_qr).not.toBeNull()
  await fixture.admin.post(`/invoices/${euros.id}/payments`, { amount_minor: 10_000, method: 'bank' })
  expect((await readPublicInvoice(token)).body).toMatchObject({ transfer_qr: null, open_minor: 0, state: 'paid' })
})

test('a link does not work if it was altered, was revoked or has expired', async () => {
  const [invoice, other] = [await anInvoice(fixture, toClient()), await anInvoice(fixture, toClient())]
  const [token, otherToken] = [await aLink(invoice.id), await aLink(other.id)]
  const [id = '', secret = ''] = token.split('.')
  const [otherId = ''] = otherToken.split('.')
  for (const wrongToken of [
    `${otherId}.${secret}`,
    `${id}.${secret}x`,
    id,
    `${invoice.id}.${secret}`,
    'x',
    `.${secret}`,
  ]) {
    expectError(await readPublicInvoice(wrongToken), 'NOT_FOUND')
  }
  expect(await aLink(invoice.id)).toBe(token)
  expect((await fixture.admin.delete(`/invoices/${invoice.id}/pay-link`)).status).toBe(200)
  expectError(await readPublicInvoice(token), 'NOT_FOUND')
  const next = await aLink(invoice.id)
  expect(next).not.toBe(token)
  expect((await readPublicInvoice(next)).status).toBe(200)
  await asLogin((tx) =>
    sql`update invoice_links set expires_at = ${clock.now().toISOString()}::timestamptz where id = ${otherId}::uuid`.execute(
      tx,
    ),
  )
  expectError(await readPublicInvoice(otherToken), 'NOT_FOUND')
})

test('only admins of the studio can create and revoke pay links, and only for issued invoices', async () => {
  const stranger = await aStudio(server)
  const invoice = await anInvoice(fixture, toClient())
  const token = await aLink(invoice.id)
  const path = `/invoices/${invoice.id}/pay-link`
  const people = [await aCrewMember(server, fixture), await aDeskPerson(server, fixture), fixture.other, stranger.admin]
  for (const caller of people) {
    expectError(await caller.post(path), 'NOT_FOUND')
    expectError(await caller.delete(path), 'NOT_FOUND')
  }
  expectError(await fixture.client.post(path), 'FORBIDDEN')
  expectError(await fixture.client.delete(path), 'FORBIDDEN')
  expectError(await visitor().post(path), 'UNAUTHENTICATED')
  expect((await readPublicInvoice(token)).status).toBe(200)
  const draft = await aDraft(fixture, toClient())
  expectError(await fixture.admin.post(`/invoices/${draft.id}/pay-link`), 'INVOICE_SETTLED')
})
