import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { signedBy } from '@studiohub/testing/dkim.ts'
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
let office: PostOffice
let names: Awaited<ReturnType<typeof aNameServer>>
beforeAll(async () => {
  names = await aNameServer()
  office = await aPostOffice()
  server = await startServer({
    clock,
    env: {
      DNS_SERVERS: names.address,
      SMTP_URL: `smtp://127.0.0.1:${office.port}`,
      MAIL_FROM: 'StudioHub <no-reply@platform.example>',
      MAIL_SPF: 'include:_spf.platform.example',
    },
  })
})
afterAll(async () => {
  await server.stop()
  await office.close()
  names.stop()
})

type Shown = { kind: string; name: string; value: string; state: string; seen: string | null }
const pathOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/sender`
const read = async (fixture: StudioOfTest) => (await fixture.admin.get(pathOf(fixture))).body
const check = (fixture: StudioOfTest) => fixture.admin.post(`${pathOf(fixture)}/check`)
const recordOf = async (fixture: StudioOfTest, kind: string): Promise<Shown> =>
  (await read(fixture)).records.find((record: Shown) => record.kind === kind)
const look = ({ studio }: StudioOfTest) =>
  checkSender.handle(
    { studio_id: studio.id },
    { job_id: 'test', now: clock.now(), log: createLog('silent'), signal: new AbortController().signal },
  )
const noticesOf = async ({ admin }: StudioOfTest) =>
  (await admin.get('/notices')).body.items.filter(({ kind }: { kind: string }) => kind === 'sender')

async function aStudioWithSender(address: string) {
  const fixture = await aStudio(server, { name: 'Harbour Rooms' })
  expect((await fixture.admin.put(pathOf(fixture), { address })).status).toBe(200)
  const { name, value } = await recordOf(fixture, 'dkim')
  names.records.set(name, value)
  expect((await check(fixture)).body.verified_at).not.toBeNull()
  return fixture
}

let day = 3
/** The email about a new session to its client, as the mail server gets it. */
async function bookingMail(fixture: StudioOfTest) {
  office.arrived.length = 0
  day += 1
  await aBooking(fixture.admin, fixture.studio.id, clock.today, {
    client_id: fixture.client.id,
    booking_date: plusDays(clock.today, day),
  })
  const find = () =>
    office.arrived.find(({ to, raw }) => to.includes(fixture.client.email) && raw.includes('text/calendar'))
  await vi.waitFor(() => expect(find()).toBeDefined(), { timeout: 30_000 })
  const mail = find() ?? { from: '', to: [], raw: '' }
  const from = /^From: (.*)$/m.exec(mail.raw)?.[1]?.trim()
  return { ...mail, from_header: from, reply_to: /^Reply-To: (.*)$/m.exec(mail.raw)?.[1]?.trim() }
}

describe('the sender of a studio', () => {
  test('needs the record of its key; then emails come from it, signed by its domain', async () => {
    const fixture = await aStudio(server, { name: 'Harbour Rooms' })
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { contact_email: 'hello@harbour.example' })
    expect(await read(fixture)).toEqual({ address: null, verified_at: null, checked_at: null, records: [] })
    const put = await fixture.admin.put(pathOf(fixture), { address: 'Desk@Harbour.example' })
    expect(put.body).toMatchObject({ address: 'desk@harbour.example', verified_at: null })
    expect(put.body.records.map(({ kind, name, state }: Shown) => [kind, name, state])).toEqual([
      ['dkim', expect.stringMatching(/^studiohub-[0-9a-f]{8}\._domainkey\.harbour\.example$/), 'unknown'],
      ['spf', 'harbour.example', 'unknown'],
      ['dmarc', '_dmarc.harbour.example', 'unknown'],
    ])
    const before = await bookingMail(fixture)
    expect(before.from_header).toBe('Harbour Rooms <no-reply@platform.example>')
    expect(signedBy(before.raw, names.records)).toBeNull()

    const dkim = await recordOf(fixture, 'dkim')
    names.records.set(dkim.name, 'v=DKIM1; p=of-somebody-else')
    names.records.set('harbour.example', 'v=spf1 -all')
    const wrong = (await check(fixture)).body
    expect(wrong.verified_at).toBeNull()
    expect(wrong.records.map(({ state, seen }: Shown) => [state, seen])).toEqual([
      ['different', 'v=DKIM1; p=of-somebody-else'],
      ['different', 'v=spf1 -all'],
      ['missing', null],
    ])
    names.records.set(dkim.name, dkim.value)
    names.records.set('_dmarc.harbour.example', 'v=DMARC1; p=none')
    const proven = (await check(fixture)).body
    expect(proven.verified_at).not.toBeNull()
    expect(proven.records.map(({ state }: Shown) => state)).toEqual(['found', 'different', 'found'])

    const mail = await bookingMail(fixture)
    expect(mail.from_header).toBe('Harbour Rooms <desk@harbour.example>')
    expect(mail.reply_to).toBe('hello@harbour.example')
    // Bounces go to the platform.
    expect(mail.from).toBe('no-reply@platform.example')
    expect(signedBy(mail.raw, names.records)).toBe('harbour.example')
    expect(signedBy(mail.raw.replace('Harbour', 'Another'), names.records)).toBeNull()
  })

  test('is not used for emails about an account', async () => {
    const fixture = await aStudioWithSender('desk@account.example')
    office.arrived.length = 0
    await callAs(server.url, null).request('POST', '/auth/v1/recover', { email: fixture.client.email })
    await vi.waitFor(() => expect(office.arrived.some(({ to }) => to.includes(fixture.client.email))).toBe(true), {
      timeout: 30_000,
    })
    const raw = office.arrived.find(({ to }) => to.includes(fixture.client.email))?.raw ?? ''
    expect(raw).toContain('<no-reply@platform.example>')
    expect(signedBy(raw, names.records)).toBeNull()
  })

  test('ends with its record at once: emails come from the platform, and the admins are told once', async () => {
    const fixture = await aStudioWithSender('desk@ending.example')
    const { name, value } = await recordOf(fixture, 'dkim')
    names.inTrouble = true
    await look(fixture)
    names.inTrouble = false
    expect((await read(fixture)).verified_at).not.toBeNull()
    names.records.delete(name)
    await Promise.all([look(fixture), look(fixture)])
    await look(fixture)
    expect((await read(fixture)).verified_at).toBeNull()
    expect(await noticesOf(fixture)).toMatchObject([
      { kind: 'sender', data: { address: 'desk@ending.example' }, link: '/studio/settings?tab=domain' },
    ])
    expect((await bookingMail(fixture)).from_header).toContain('no-reply@platform.example')
    names.records.set(name, value)
    await look(fixture)
    expect((await read(fixture)).verified_at).not.toBeNull()
  })

  test('keeps its key until the record of the new one exists', async () => {
    const fixture = await aStudioWithSender('desk@rotating.example')
    const former = await recordOf(fixture, 'dkim')
    expect((await fixture.admin.post(`${pathOf(fixture)}/rotate-key`)).status).toBe(200)
    const next = await recordOf(fixture, 'next_dkim')
    expect(next.value).not.toBe(former.value)
    await look(fixture)
    expect(signedBy((await bookingMail(fixture)).raw, new Map([[former.name, former.value]]))).toBe('rotating.example')
    names.records.set(next.name, next.value)
    await look(fixture)
    expect((await recordOf(fixture, 'dkim')).value).toBe(next.value)
    expect(await recordOf(fixture, 'next_dkim')).toBeUndefined()
    expect(signedBy((await bookingMail(fixture)).raw, new Map([[next.name, next.value]]))).toBe('rotating.example')
  })

  test('another address at the same domain keeps the proof, another domain does not', async () => {
    const fixture = await aStudioWithSender('desk@moving.example')
    const same = await fixture.admin.put(pathOf(fixture), { address: 'hello@moving.example' })
    expect(same.body).toMatchObject({ address: 'hello@moving.example', verified_at: expect.any(String) })
    const other = await fixture.admin.put(pathOf(fixture), { address: 'hello@moved.example' })
    expect(other.body.verified_at).toBeNull()
    expect((await fixture.admin.delete(pathOf(fixture))).body.address).toBeNull()
    expectError(await check(fixture), 'NOT_FOUND')
  })

  test('is deleted with its studio, and its key is encrypted', async () => {
    const fixture = await aStudioWithSender('desk@sealed.example')
    const { rows } = await asLogin((tx) =>
      sql<{
        private_key: string
      }>`select private_key from studio_senders where studio_id = ${fixture.studio.id}`.execute(tx),
    )
    expect(rows[0]?.private_key).toMatch(/^v1\./)
    expect(JSON.stringify(await read(fixture))).not.toContain('PRIVATE')
  })
})

test('is listed for operators with its domain', async () => {
  const fixture = await aStudioWithSender('desk@operated.example')
  const operator = await aSuperAdmin(server)
  const { items } = (await operator.get(`/admin/studios?search=${fixture.studio.slug}`)).body
  expect(items).toMatchObject([{ id: fixture.studio.id, sender_domain: 'operated.example' }])
})

describe('a domain', () => {
  test('that another studio has proven cannot be entered or proven; one that it has only entered can', async () => {
    const [first, second] = [await aStudio(server), await aStudio(server)]
    await first.admin.put(pathOf(first), { address: 'desk@shared.example' })
    expect((await second.admin.put(pathOf(second), { address: 'desk@shared.example' })).status).toBe(200)
    for (const fixture of [first, second]) {
      const { name, value } = await recordOf(fixture, 'dkim')
      names.records.set(name, value)
    }
    expect((await check(second)).body.verified_at).not.toBeNull()
    expectError(await check(first), 'DOMAIN_TAKEN')
    await look(first)
    expect((await read(first)).verified_at).toBeNull()
    const third = await aStudio(server)
    expectError(await third.admin.put(pathOf(third), { address: 'x@shared.example' }), 'DOMAIN_TAKEN')
  })

  test('is proven by one of two studios that check at once', async () => {
    const places = [await aStudio(server), await aStudio(server)]
    for (const fixture of places) {
      await fixture.admin.put(pathOf(fixture), { address: 'desk@raced.example' })
      const { name, value } = await recordOf(fixture, 'dkim')
      names.records.set(name, value)
    }
    await Promise.all(places.map(check))
    const proven = await Promise.all(places.map(async (fixture) => (await read(fixture)).verified_at !== null))
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

test('only people who run the studio can change it', async () => {
  const [fixture, rival] = [await aStudioWithSender('desk@rights.example'), await aStudio(server)]
  const others = [fixture.client, await aCrewMember(server, fixture), await aDeskPerson(server, fixture), rival.admin]
  for (const person of others) {
    expectError(await person.get(pathOf(fixture)), 'FORBIDDEN')
    expectError(await person.put(pathOf(fixture), { address: 'a@other.example' }), 'FORBIDDEN')
    expectError(await person.delete(pathOf(fixture)), 'FORBIDDEN')
    expectError(await person.post(`${pathOf(fixture)}/check`), 'FORBIDDEN')
    expectError(await person.post(`${pathOf(fixture)}/rotate-key`), 'FORBIDDEN')
  }
  expect((await read(fixture)).address).toBe('desk@rights.example')
})
