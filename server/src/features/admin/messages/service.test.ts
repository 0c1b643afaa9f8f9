import { randomUUID } from 'node:crypto'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { asLogin, expectNoDatabaseChange, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aClient, aStudio, aSuperAdmin, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { aPostOffice, type PostOffice } from '@studiohub/testing/post-office.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let postOffice: PostOffice
let server: TestServer
let operator: TestUser
let fixture: StudioOfTest
beforeAll(async () => {
  postOffice = await aPostOffice()
  server = await startServer({ env: { SMTP_URL: `smtp://127.0.0.1:${postOffice.port}` } })
  operator = await aSuperAdmin(server)
  fixture = await aStudio(server, { name: 'Northern Tape' })
})
afterAll(async () => {
  await server.stop()
  await postOffice.close()
})

type Mail = {
  id: string
  kind: string
  studio_id: string | null
  state: string
  tries: number
  recipient_email: string | null
}
const listMails = async (query = ''): Promise<Mail[]> => (await operator.get(`/admin/messages?${query}`)).body.items
const mailOf = async (email: string, kind: string) =>
  (await listMails()).find((mail) => mail.recipient_email === email && mail.kind === kind)
/** Waits until an email has a state. */
const waitForState = (email: string, kind: string, state: string) =>
  vi.waitFor(
    async () => {
      const mail = await mailOf(email, kind)
      if (mail?.state !== state) throw new Error(`the mail is ${mail?.state}`)
      return mail
    },
    { timeout: 60_000 },
  )
const retry = (id: string, by = operator) => by.post(`/admin/messages/${id}/retry`)
const sentTo = (email: string) => postOffice.arrived.filter(({ to }) => to.includes(email)).length

test('an email about messages names who wrote them', async () => {
  const { studio, admin, client } = fixture
  const [toStudio, toClient] = [randomUUID(), randomUUID()]
  await asLogin(async (tx) => {
    for (const [id, user_id] of [
      [toStudio, admin.id],
      [toClient, client.id],
    ])
      await sql`
        insert into mail_deliveries (id, studio_id, user_id, client_id, kind, state, tries, created_at, sent_at)
        select ${id}::uuid, studio_id, ${user_id}::uuid, id, 'conversation', 'sent', 1, now(), now() from client_records
        where studio_id = ${studio.id}::uuid and user_id = ${client.id}::uuid`.execute(tx)
  })
  const { body } = await operator.get('/admin/messages')
  const senderOf = (id: string) => body.items.find((mail: { id: string }) => mail.id === id).sender_name
  expect(senderOf(toClient)).toBe('Northern Tape')
  expect(senderOf(toStudio)).toBe(client.full_name)
})

test('a rejected email is listed with its address and error, and is sent by a retry', async () => {
  const email = `${randomUUID()}@example.com`
  postOffice.unknown.add(email)
  await fixture.admin.post(`/studios/${fixture.studio.id}/invitations`, { full_name: 'Ivo Invited', email })
  const failed = await waitForState(email, 'staff_invitation', 'failed')
  expect(failed).toMatchObject({
    recipient_name: 'Ivo Invited',
    studio_id: fixture.studio.id,
    studio_name: 'Northern Tape',
    studio_timezone: fixture.studio.timezone,
    tries: 1,
    last_error: 'the mail server did not take the message: EENVELOPE 550 RCPT TO',
    sent_at: null,
  })
  for (const person of [fixture.admin, fixture.client])
    expectError(await expectNoDatabaseChange(() => retry(failed.id, person), true), 'FORBIDDEN')
  expect((await retry(failed.id)).status).toBe(200)
  const failedAgain = await waitForState(email, 'staff_invitation', 'failed')
  expect(failedAgain).toMatchObject({ id: failed.id, tries: 1 })
  // The queue marks a job as failed after the email has that state.
  await stateOfDatabase()
  postOffice.unknown.delete(email)
  const setJobState = (state: string) =>
    asLogin((tx) => sql`update pgboss.job set state = ${sql.lit(state)} where id = ${failed.id}`.execute(tx))
  await setJobState('active')
  const whileBusy = await retry(failed.id)
  expectError(whileBusy, 'INVALID_TRANSITION')
  expect(whileBusy.body.message).toBe('We are still trying to send this email. Try again in a moment.')
  expect((await mailOf(email, 'staff_invitation'))?.state).toBe('failed')
  await setJobState('failed')
  const responses = await Promise.all([retry(failed.id), retry(failed.id)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  await waitForState(email, 'staff_invitation', 'sent')
  expectError(await expectNoDatabaseChange(() => retry(failed.id), false), 'INVALID_TRANSITION')
  expectError(await expectNoDatabaseChange(() => retry(randomUUID()), true), 'NOT_FOUND')
  expect(sentTo(email)).toBe(1)
})

test('a retry of an email without attempts left restarts with all attempts', async () => {
  const email = `${randomUUID()}@example.com`
  postOffice.unknown.add(email)
  await fixture.admin.post(`/studios/${fixture.studio.id}/invitations`, { full_name: 'Ina Invited', email })
  const { id } = await waitForState(email, 'staff_invitation', 'failed')
  await stateOfDatabase()
  await asLogin((tx) => sql`update pgboss.job set retry_count = retry_limit where id = ${id}::uuid`.execute(tx))
  postOffice.unknown.delete(email)
  postOffice.busy.add(email)
  expect((await retry(id)).status).toBe(200)
  await vi.waitFor(async () => expect(await mailOf(email, 'staff_invitation')).toMatchObject({ tries: 1 }), {
    timeout: 60_000,
  })
  postOffice.busy.delete(email)
  await waitForState(email, 'staff_invitation', 'sent')
})

test('a failed booking email is sent by a retry, with current content', async () => {
  const { email } = fixture.client
  // Rejected by policy: an address that is rejected as unknown gets no email until the desk tries again.
  postOffice.forbidden.add(email)
  const today = Temporal.Now.plainDateISO('UTC').toString()
  await aBooking(fixture.client, fixture.studio.id, today)
  const { id } = await waitForState(email, 'requested', 'failed')
  const [newest] = await listMails('state=failed&limit=1')
  expect(newest).toMatchObject({ id, recipient_name: 'Cleo Client', starts_at: expect.any(String) })
  postOffice.forbidden.delete(email)
  expect((await retry(id)).status).toBe(200)
  await waitForState(email, 'requested', 'sent')
  expect(await listMails('state=failed')).toEqual([])
})

test('the log can leave out emails that were skipped', async () => {
  const [sent, skipped] = [randomUUID(), randomUUID()]
  const row = { studio_id: fixture.studio.id, user_id: fixture.admin.id, kind: 'trial_ending', tries: 1 } as const
  const at = new Date().toISOString()
  await asLogin((tx) =>
    tx
      .insertInto('mail_deliveries')
      .values([
        { ...row, id: sent, state: 'sent', created_at: at, sent_at: at },
        { ...row, id: skipped, state: 'skipped', created_at: at },
      ])
      .execute(),
  )
  const listIds = async (query: string) => (await listMails(query)).map(({ id }) => id)
  const notSkipped = await listIds('state=not_skipped')
  expect(notSkipped).toContain(sent)
  expect(notSkipped).not.toContain(skipped)
  expect(await listIds('state=skipped')).toContain(skipped)
  expect(await listIds('')).toEqual(expect.arrayContaining([sent, skipped]))
})

test('the log can show one studio, only to operators', async () => {
  const elsewhere = await aStudio(server)
  const at = new Date().toISOString()
  const row = { kind: 'trial_ending', state: 'sent', tries: 1, created_at: at, sent_at: at } as const
  const [here, there, ofPlatform] = [randomUUID(), randomUUID(), randomUUID()]
  await asLogin((tx) =>
    tx
      .insertInto('mail_deliveries')
      .values([
        { ...row, id: here, studio_id: fixture.studio.id, user_id: fixture.admin.id },
        { ...row, id: there, studio_id: elsewhere.studio.id, user_id: elsewhere.admin.id },
        { ...row, id: ofPlatform, studio_id: null, user_id: fixture.admin.id },
      ])
      .execute(),
  )
  const mails = await listMails(`studio_id=${fixture.studio.id}`)
  expect(mails.map(({ id }) => id)).toContain(here)
  expect(mails.filter(({ studio_id }) => studio_id !== fixture.studio.id)).toEqual([])
  expect(await listMails(`studio_id=${fixture.studio.id}&state=waiting`)).not.toContainEqual(
    expect.objectContaining({ id: here }),
  )
  const pages = await operator.get(`/admin/messages?studio_id=${fixture.studio.id}&limit=1`)
  const next = await operator.get(
    `/admin/messages?studio_id=${fixture.studio.id}&limit=1&cursor=${pages.body.next_cursor}`,
  )
  expect([...pages.body.items, ...next.body.items].map(({ id }: Mail) => id)).toEqual(
    mails.slice(0, 2).map(({ id }) => id),
  )
  expectError(await operator.get('/admin/messages?studio_id=northern'), 'VALIDATION_FAILED')
  for (const person of [fixture.admin, elsewhere.admin, fixture.client])
    expectError(await person.get(`/admin/messages?studio_id=${fixture.studio.id}`), 'FORBIDDEN')
})

test('pages of the log list each email once', async () => {
  await stateOfDatabase()
  const allMails = await listMails()
  const pagedMails: Mail[] = []
  for (let cursor = ''; ; ) {
    const { body } = await operator.get(`/admin/messages?limit=2${cursor && `&cursor=${cursor}`}`)
    pagedMails.push(...body.items)
    if (body.next_cursor === null) break
    cursor = body.next_cursor
  }
  expect(pagedMails.map(({ id }) => id)).toEqual(allMails.map(({ id }) => id))
  expect(new Set(allMails.map(({ kind }) => kind)).size).toBeGreaterThan(3)
})

test('a test email goes to the operator who calls, and the log shows at once why it failed', async () => {
  for (const person of [fixture.admin, fixture.client])
    expectError(await expectNoDatabaseChange(() => person.post('/admin/messages/test', {}), true), 'FORBIDDEN')
  expect((await operator.post('/admin/messages/test', {})).status).toBe(201)
  await waitForState(operator.email, 'test', 'sent')
  const mail = postOffice.arrived.findLast(({ to }) => to.includes(operator.email))
  expect(mail?.raw).toContain('Subject: Test email from StudioHub')
  postOffice.busy.add(operator.email)
  const { body } = await operator.post('/admin/messages/test', {})
  const failed = await vi.waitFor(
    async () => {
      const mail = (await listMails()).find(({ id }) => id === body.id)
      if (mail?.state !== 'failed') throw new Error(`the mail is ${mail?.state}`)
      return mail
    },
    { timeout: 60_000 },
  )
  expect(failed).toMatchObject({ tries: 1, last_error: expect.stringMatching(/^the mail server did not take/) })
  postOffice.busy.delete(operator.email)
})

test('a repeated test email with the same Idempotency-Key is sent once', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => operator.post('/admin/messages/test', undefined, { headers })
  const [first, second] = [await send(), await send()]
  expect([first.status, second.body]).toEqual([201, first.body])
})

test("a studio's emails have its name as sender and its contact for replies; emails with a secret have neither", async () => {
  const contact = { contact_email: 'desk@northerntape.example' }
  expect((await fixture.admin.patch(`/studios/${fixture.studio.id}`, contact)).status).toBe(200)
  const mailTo = (email: string, subject: string) =>
    vi.waitFor(
      async () => {
        const raws = postOffice.arrived.filter(({ to }) => to.includes(email)).map(({ raw }) => raw)
        const mails = await Promise.all(raws.map((raw) => PostalMime.parse(raw)))
        const newestMail = mails.findLast((mail) => mail.subject?.includes(subject))
        if (!newestMail) throw new Error(`no mail '${subject}' among ${mails.map((mail) => mail.subject).join(', ')}`)
        return newestMail
      },
      { timeout: 60_000 },
    )
  await aBooking(fixture.client, fixture.studio.id, todayIn('UTC', new Date()), {
    start_time: '16:00',
    end_time: '18:00',
  })
  const requestMail = await vi.waitFor(async () => {
    const mail = await mailTo(fixture.client.email, 'received your request')
    if (!mail.replyTo?.length) throw new Error('the newest request has not come')
    return mail
  }, 60_000)
  expect(requestMail.from).toEqual({ name: 'Northern Tape', address: 'no-reply@studiohub.example' })
  expect(requestMail.replyTo).toMatchObject([{ address: 'desk@northerntape.example' }])

  const invited = `${randomUUID()}@example.com`
  await fixture.admin.post(`/studios/${fixture.studio.id}/invitations`, { full_name: 'Ina Invited', email: invited })
  const newcomer = await aClient(server, fixture.studio.id)
  await callAs(server.url, null).request('POST', '/auth/v1/recover', { email: fixture.client.email })
  const withSecret: [string, string][] = [
    [invited, 'Northern Tape'],
    [newcomer.email, 'Welcome'],
    [fixture.client.email, 'Reset your password'],
  ]
  for (const [email, subject] of withSecret) {
    const mail = await mailTo(email, subject)
    expect([mail.from?.name, mail.replyTo ?? []]).toEqual(['StudioHub', []])
  }
})
