import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { verifyDkim } from '@studiohub/testing/dkim.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aNameServer } from '@studiohub/testing/name-server.ts'
import { aCrewMember, aDeskPerson, aStudio, aSuperAdmin, type StudioOfTest } from '@studiohub/testing/people.ts'
import { aPostOffice, type PostOffice } from '@studiohub/testing/post-office.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLog } from '#platform/process/log.ts'
import { checkSender } from './jobs.ts'

const clock = aFixedClock()
let server: TestServer
let postOffice: PostOffice
let nameServer: Awaited<ReturnType<typeof aNameServer>>
beforeAll(async () => {
  nameServer = await aNameServer()
  postOffice = await aPostOffice()
  server = await startServer({
    clock,
    env: {
      DNS_SERVERS: nameServer.address,
      SMTP_URL: `smtp://127.0.0.1:${postOffice.port}`,
      MAIL_FROM: 'StudioHub <no-reply@platform.example>',
      MAIL_SPF: 'include:_spf.platform.example',
    },
  })
})
afterAll(async () => {
  await server.stop()
  await postOffice.close()
  nameServer.stop()
})

type ShownRecord = { kind: string; name: string; value: string; state: string; seen: string | null }
const pathOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/sender`
const getSender = async (fixture: StudioOfTest) => (await fixture.admin.get(pathOf(fixture))).body
const checkNow = (fixture: StudioOfTest) => fixture.admin.post(`${pathOf(fixture)}/check`)
const findRecord = async (fixture: StudioOfTest, kind: string): Promise<ShownRecord> =>
  (await getSender(fixture)).records.find((record: ShownRecord) => record.kind === kind)
const runCheck = ({ studio }: StudioOfTest) =>
  checkSender.handle(
    { studio_id: studio.id },
    { job_id: 'test', now: clock.now(), log: createLog('silent'), signal: new AbortController().signal },
  )
const noticesOf = async ({ admin }: StudioOfTest) =>
  (await admin.get('/notices')).body.items.filter(({ kind }: { kind: string }) => kind === 'sender')

async function aStudioWithSender(address: string) {
  const fixture = await aStudio(server, { name: 'Harbour Rooms' })
  expect((await fixture.admin.put(pathOf(fixture), { address })).status).toBe(200)
  const { name, value } = await findRecord(fixture, 'dkim')
  nameServer.records.set(name, value)
  expect((await checkNow(fixture)).body.verified_at).not.toBeNull()
  return fixture
}

let nextDay = 3
/** Books a session. @returns the email about it to the client, as the mail server receives it */
async function receiveBookingMail(fixture: StudioOfTest) {
  postOffice.arrived.length = 0
  nextDay += 1
  await aBooking(fixture.admin, fixture.studio.id, clock.today, {
    client_id: fixture.client.id,
    booking_date: plusDays(clock.today, nextDay),
  })
  const find = () =>
    postOffice.arrived.find(({ to, raw }) => to.includes(fixture.client.email) && raw.includes('text/calendar'))
  await vi.waitFor(() => expect(find()).toBeDefined(), { timeout: 30_000 })
  const mail = find() ?? { from: '', to: [], raw: '' }
  const from = /^From: (.*)$/m.exec(mail.raw)?.[1]?.trim()
  return { ...mail, from_header: from, reply_to: /^Reply-To: (.*)$/m.exec(mail.raw)?.[1]?.trim() }
}

describe('the sender address of a studio', () => {
  test('a sender address needs the DNS record of its key; then emails come from it, signed by its domain', async () => {
    const fixture = await aStudio(server, { name: 'Harbour Rooms' })
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { contact_email: 'hello@harbour.example' })
    expect(await getSender(fixture)).toEqual({ address: null, verified_at: null, checked_at: null, records: [] })
    const putResponse = await fixture.admin.put(pathOf(fixture), { address: 'Desk@Harbour.example' })
    expect(putResponse.body).toMatchObject({ address: 'desk@harbour.example', verified_at: null })
    expect(putResponse.body.records.map(({ kind, name, state }: ShownRecord) => [kind, name, state])).toEqual([
      ['dkim', expect.stringMatching(/^studiohub-[0-9a-f]{8}\._domainkey\.harbour\.example$/), 'unknown'],
      ['spf', 'harbour.example', 'unknown'],
      ['dmarc', '_dmarc.harbour.example', 'unknown'],
    ])
    const before = await receiveBookingMail(fixture)
    expect(before.from_header).toBe('Harbour Rooms <no-reply@platform.example>')
    expect(verifyDkim(before.raw, nameServer.records)).toBeNull()

    const dkim = await findRecord(fixture, 'dkim')
    nameServer.records.set(dkim.name, 'v=DKIM1; p=of-somebody-else')
    nameServer.records.set('harbour.example', 'v=spf1 -all')
    const wrongCheck = (await checkNow(fixture)).body
    expect(wrongCheck.verified_at).toBeNull()
    expect(wrongCheck.records.map(({ state, seen }: ShownRecord) => [state, seen])).toEqual([
      ['different', 'v=DKIM1; p=of-somebody-else'],
      ['different', 'v=spf1 -all'],
      ['missing', null],
    ])
    nameServer.records.set(dkim.name, dkim.value)
    nameServer.records.set('_dmarc.harbour.example', 'v=DMARC1; p=none')
    const provenCheck = (await checkNow(fixture)).body
    expect(provenCheck.verified_at).not.toBeNull()
    expect(provenCheck.records.map(({ state }: ShownRecord) => state)).toEqual(['found', 'different', 'found'])

    const mail = await receiveBookingMail(fixture)
    expect(mail.from_header).toBe('Harbour Rooms <desk@harbour.example>')
    expect(mail.reply_to).toBe('hello@harbour.example')
    // The envelope address is the platform's, so bounces go there.
    expect(mail.from).toBe('no-reply@platform.example')
    expect(verifyDkim(mail.raw, nameServer.records)).toBe('harbour.example')
    expect(verifyDkim(mail.raw.replace('Harbour', 'Another'), nameServer.records)).toBeNull()
  })

  test("emails about an account do not use the studio's sender address", async () => {
    const fixture = await aStudioWithSender('desk@account.example')
    postOffice.arrived.length = 0
    await callAs(server.url, null).request('POST', '/auth/v1/recover', { email: fixture.client.email })
    await vi.waitFor(() => expect(postOffice.arrived.some(({ to }) => to.includes(fixture.client.email))).toBe(true), {
      timeout: 30_000,
    })
    const raw = postOffice.arrived.find(({ to }) => to.includes(fixture.client.email))?.raw ?? ''
    expect(raw).toContain('<no-reply@platform.example>')
    expect(verifyDkim(raw, nameServer.records)).toBeNull()
  })

  test('when the DNS record disappears, emails come from the platform at once, and the admins are notified once', async () => {
    const fixture = await aStudioWithSender('desk@ending.example')
    const { name, value } = await findRecord(fixture, 'dkim')
    nameServer.inTrouble = true
    await runCheck(fixture)
    nameServer.inTrouble = false
    expect((await getSender(fixture)).verified_at).not.toBeNull()
    nameServer.records.delete(name)
    await Promise.all([runCheck(fixture), runCheck(fixture)])
    await runCheck(fixture)
    expect((await getSender(fixture)).verified_at).toBeNull()
    expect(await noticesOf(fixture)).toMatchObject([
      { kind: 'sender', data: { address: 'desk@ending.example' }, link: '/studio/settings?tab=domain' },
    ])
    expect((await receiveBookingMail(fixture)).from_header).toContain('no-reply@platform.example')
    nameServer.records.set(name, value)
    await runCheck(fixture)
    expect((await getSender(fixture)).verified_at).not.toBeNull()
  })

  test('a rotated key is used only after its DNS record exists', async () => {
    const fixture = await aStudioWithSender('desk@rotating.example')
    const former = await findRecord(fixture, 'dkim')
    expect((await fixture.admin.post(`${pathOf(fixture)}/rotate-key`)).status).toBe(200)
    const next = await findRecord(fixture, 'next_dkim')
    expect(next.value).not.toBe(former.value)
    await runCheck(fixture)
    expect(verifyDkim((await receiveBookingMail(fixture)).raw, new Map([[former.name, former.value]]))).toBe(
      'rotating.example',
    )
    nameServer.records.set(next.name, next.value)
    await runCheck(fixture)
    expect((await findRecord(fixture, 'dkim')).value).toBe(next.value)
    expect(await findRecord(fixture, 'next_dkim')).toBeUndefined()
    expect(verifyDkim((await receiveBookingMail(fixture)).raw, new Map([[next.name, next.value]]))).toBe(
      'rotating.example',
    )
  })

  test('another address at the same domain is proven too, and one at another domain is not', async () => {
    const fixture = await aStudioWithSender('desk@moving.example')
    const sameDomain = await fixture.admin.put(pathOf(fixture), { address: 'hello@moving.example' })
    expect(sameDomain.body).toMatchObject({ address: 'hello@moving.example', verified_at: expect.any(String) })
    const otherDomain = await fixture.admin.put(pathOf(fixture), { address: 'hello@moved.example' })
    expect(otherDomain.body.verified_at).toBeNull()
    expect((await fixture.admin.delete(pathOf(fixture))).body.address).toBeNull()
    expectError(await checkNow(fixture), 'NOT_FOUND')
  })

  test('the private key of a sender is encrypted and never sent to a browser', async () => {
    const fixture = await aStudioWithSender('desk@sealed.example')
    const { rows } = await asLogin((tx) =>
      sql<{
        private_key: string
      }>`select private_key from studio_senders where studio_id = ${fixture.studio.id}`.execute(tx),
    )
    expect(rows[0]?.private_key).toMatch(/^v1\./)
    expect(JSON.stringify(await getSender(fixture))).not.toContain('PRIVATE')
  })
})

test("operators see the domain of a studio's sender", async () => {
  const fixture = await aStudioWithSender('desk@operated.example')
  const operator = await aSuperAdmin(server)
  const { items } = (await operator.get(`/admin/studios?search=${fixture.studio.slug}`)).body
  expect(items).toMatchObject([{ id: fixture.studio.id, sender_domain: 'operated.example' }])
})

describe('the domain of a sender', () => {
  test('a domain that another studio has proven cannot be entered or proven; one that it has only entered can', async () => {
    const [first, second] = [await aStudio(server), await aStudio(server)]
    await first.admin.put(pathOf(first), { address: 'desk@shared.example' })
    expect((await second.admin.put(pathOf(second), { address: 'desk@shared.example' })).status).toBe(200)
    for (const fixture of [first, second]) {
      const { name, value } = await findRecord(fixture, 'dkim')
      nameServer.records.set(name, value)
    }
    expect((await checkNow(second)).body.verified_at).not.toBeNull()
    expectError(await checkNow(first), 'DOMAIN_TAKEN')
    await runCheck(first)
    expect((await getSender(first)).verified_at).toBeNull()
    const third = await aStudio(server)
    expectError(await third.admin.put(pathOf(third), { address: 'x@shared.example' }), 'DOMAIN_TAKEN')
  })

  test('if two studios check the same domain at once, only one proves it', async () => {
    const fixtures = [await aStudio(server), await aStudio(server)]
    for (const fixture of fixtures) {
      await fixture.admin.put(pathOf(fixture), { address: 'desk@raced.example' })
      const { name, value } = await findRecord(fixture, 'dkim')
      nameServer.records.set(name, value)
    }
    await Promise.all(fixtures.map(checkNow))
    const proven = await Promise.all(fixtures.map(async (fixture) => (await getSender(fixture)).verified_at !== null))
    expect(proven.filter(Boolean)).toHaveLength(1)
  })

  test.each([
    ['desk@gmail.com', /domain of your own/],
    ['desk@mail.yahoo.co.uk', /domain of your own/],
    ['desk@platform.example', /belongs to the platform/],
    ['desk@news.platform.example', /belongs to the platform/],
    ['desk@localhost', /./],
    ['desk', /./],
  ])('%s is rejected with a message', async (address, sentence) => {
    const fixture = await aStudio(server)
    const rejection = await fixture.admin.put(pathOf(fixture), { address })
    expectError(rejection, 'VALIDATION_FAILED')
    expect(rejection.body.fields.address).toMatch(sentence)
  })
})

test('only admins of the studio can see or change its sender', async () => {
  const [fixture, rival] = [await aStudioWithSender('desk@rights.example'), await aStudio(server)]
  const others = [fixture.client, await aCrewMember(server, fixture), await aDeskPerson(server, fixture), rival.admin]
  for (const person of others) {
    expectError(await person.get(pathOf(fixture)), 'FORBIDDEN')
    expectError(await person.put(pathOf(fixture), { address: 'a@other.example' }), 'FORBIDDEN')
    expectError(await person.delete(pathOf(fixture)), 'FORBIDDEN')
    expectError(await person.post(`${pathOf(fixture)}/check`), 'FORBIDDEN')
    expectError(await person.post(`${pathOf(fixture)}/rotate-key`), 'FORBIDDEN')
  }
  expect((await getSender(fixture)).address).toBe('desk@rights.example')
})
