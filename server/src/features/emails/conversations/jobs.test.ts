import { randomUUID } from 'node:crypto'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { aDeskPerson, aStudio, proveAddress, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

const MAILS_PER_DAY = 12
let server: TestServer
beforeAll(async () => {
  server = await startServer({
    env: { MESSAGE_MAIL_WAIT_SECONDS: '2', BOOKING_MAILS_A_DAY: '8', MESSAGE_MAILS_A_DAY: `${MAILS_PER_DAY}` },
  })
})
afterAll(() => server.stop())

const pathOf = ({ studio }: StudioOfTest, client: { id: string }) =>
  `/studios/${studio.id}/clients/${client.id}/messages`

/** The results of a studio's emails about messages, as soon as there are `count` of them. */
async function deliveriesOf({ studio }: StudioOfTest, count: number) {
  const readDeliveries = () =>
    asLogin((tx) =>
      sql<{ state: string; last_error: string | null; user_id: string | null }>`
        select state, last_error, user_id from mail_deliveries
        where studio_id = ${studio.id} and kind = 'conversation' and state <> 'waiting' order by created_at`.execute(
        tx,
      ),
    )
  await expect.poll(async () => (await readDeliveries()).rows.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)
  return (await readDeliveries()).rows
}

test('unread messages become one email to the client, with their text and a link to answer', async () => {
  const fixture = await aStudio(server, { name: 'Tidal Rooms' })
  const { admin, client } = fixture
  await proveAddress(client)
  for (const body of ['The piano is tuned.', 'Bring evil.example/pay along'])
    expect((await admin.post(pathOf(fixture, client), { body })).status).toBe(201)
  const mail = await nextMail(server, client.email, '2 new messages from Tidal Rooms')
  expect(mail.text).toContain('Ada Owner:\n\nThe piano is tuned.')
  // The zero-width space stops mail programs from turning typed text into a link.
  expect(mail.text).toContain('evil.\u200bexample')
  expect(mail.text).toMatch(/Read and answer:\nhttp\S+\/messages\n/)
  expect(await deliveriesOf(fixture, 1)).toMatchObject([{ state: 'sent', user_id: client.id }])
  // The next email waits for up to an hour, or until the client has read or answered.
  await admin.post(pathOf(fixture, client), { body: 'Third' })
  await client.post(pathOf(fixture, client), { body: 'Thank you' })
  await admin.post(pathOf(fixture, client), { body: 'Fourth' })
  expect((await nextMail(server, client.email, 'New message from Tidal Rooms')).text).toContain('Fourth')
  expect(await mailsTo(server, client.email)).not.toContainEqual(
    expect.objectContaining({ text: expect.stringContaining('Third') }),
  )
})

test('messages that are read within the waiting time are not emailed', async () => {
  const fixture = await aStudio(server)
  const { admin, client, other } = fixture
  for (const person of [client, other]) await proveAddress(person)
  await admin.post(pathOf(fixture, client), { body: 'Read at once' })
  await client.post(`${pathOf(fixture, client)}/read`, { seq: 1 })
  await admin.post(pathOf(fixture, other), { body: 'Not read' })
  await nextMail(server, other.email, 'New message from')
  expect((await mailsTo(server, client.email)).map(({ subject }) => subject)).not.toContainEqual(
    expect.stringContaining('New message'),
  )
})

test("a client's message is emailed to the desk unless one person reads it, without its text to an unproven address", async () => {
  const fixture = await aStudio(server)
  const { admin, client, other } = fixture
  const desk = await aDeskPerson(server, fixture)
  await client.post(pathOf(fixture, client), { body: 'Is it warm?' })
  await other.post(pathOf(fixture, other), { body: 'Seen by one' })
  await desk.post(`${pathOf(fixture, other)}/read`, { seq: 1 })
  const email = await nextMail(server, desk.email, 'New message from Cleo Client')
  expect(email.text).toContain('Is it warm?')
  expect(email.text).toContain(`/studio/messages?client=${client.id}`)
  const mailToUnproven = await nextMail(server, admin.email, 'New message from Cleo Client')
  expect(mailToUnproven.text).not.toContain('Is it warm?')
  for (const { email } of [desk, admin])
    expect((await mailsTo(server, email)).filter(({ subject }) => subject.includes('Otto'))).toEqual([])
})

test('a client without an account gets few emails, without text, and only from a studio with a proven address', async () => {
  const fixture = await aStudio(server, { name: 'Harbour Sound' })
  const { admin, studio } = fixture
  const email = `${randomUUID()}@example.com`
  const record = { id: await aClientRecord(studio.id, { email, name: 'Wanda Walk-in' }) }
  await admin.post(pathOf(fixture, record), { body: 'Buy at evil.example' })
  expect(await deliveriesOf(fixture, 1)).toMatchObject([
    { state: 'skipped', last_error: 'not sent: no admin of the studio has confirmed their email address' },
  ])
  await proveAddress(admin)
  const resetMailTime = () =>
    asLogin((tx) => sql`update conversations set mailed_to_client_at = null where studio_id = ${studio.id}`.execute(tx))
  for (let count = 1; count <= 3; count += 1) {
    await resetMailTime()
    await admin.post(pathOf(fixture, record), { body: `Buy at evil.example ${count}` })
    await deliveriesOf(fixture, 1 + count)
  }
  // An unconfirmed address gets a quarter of the daily limit (8).
  expect((await deliveriesOf(fixture, 4)).map(({ state }) => state)).toEqual(['skipped', 'sent', 'sent', 'skipped'])
  const mails = await mailsTo(server, email)
  expect(mails).toHaveLength(2)
  for (const { text, subject } of mails) {
    expect(subject).toBe('New message from Harbour Sound')
    expect(text).not.toMatch(/evil|Buy/)
    expect(text).toMatch(/Sign up:\nhttp\S+\/auth\/signup/)
  }
})

test('emails about messages have a daily limit: a client gets them later, people of the studio do not get them', async () => {
  const fixture = await aStudio(server)
  const { admin, client, studio } = fixture
  for (const person of [admin, client]) await proveAddress(person)
  const insertSentEmails = (person: { id: string }, count: number) =>
    asLogin((tx) =>
      sql`insert into mail_deliveries (id, studio_id, user_id, client_id, kind, state, tries, created_at, sent_at)
        select gen_random_uuid(), ${studio.id}, ${person.id}, ${client.id}, 'conversation', 'sent', 1, now() - interval '4 hours', now()
        from generate_series(1, ${count})`.execute(tx),
    )
  // A client gets a quarter of the daily limit.
  await insertSentEmails(client, MAILS_PER_DAY / 4)
  await admin.post(pathOf(fixture, client), { body: 'Too many for today' })
  const hoursToNextTry = () =>
    asLogin((tx) =>
      sql<{ hours: number }>`select round(extract(epoch from j.start_after - now()) / 3600)::integer as hours
        from pgboss.job j join conversations c on c.id::text = j.data->>'conversation_id'
        where j.name = 'conversations.mail-unread' and j.state = 'created' and c.studio_id = ${studio.id}
          and j.start_after > now() + interval '2 hours'`.execute(tx),
    )
  await expect.poll(async () => (await hoursToNextTry()).rows, { timeout: 30_000 }).toEqual([{ hours: 20 }])
  await insertSentEmails(admin, MAILS_PER_DAY - 1)
  await client.post(pathOf(fixture, client), { body: 'One more' })
  await deliveriesOf(fixture, MAILS_PER_DAY / 4 + MAILS_PER_DAY)
  await asLogin((tx) =>
    sql`update conversations set mailed_to_studio_at = null where studio_id = ${studio.id}`.execute(tx),
  )
  await client.post(pathOf(fixture, client), { body: 'And one' })
  const last = (await deliveriesOf(fixture, MAILS_PER_DAY / 4 + MAILS_PER_DAY + 1)).slice(-2)
  expect(last).toMatchObject([
    { state: 'sent', user_id: admin.id },
    { state: 'skipped', last_error: 'not sent: too many emails about messages to one person in 24 hours' },
  ])
  expect((await mailsTo(server, client.email)).filter(({ subject }) => subject.includes('message'))).toEqual([])
})
