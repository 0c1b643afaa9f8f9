import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aCrewMember, aPerson, aStudio, aSuperAdmin, signIn, type TestUser } from '@studiohub/testing/people.ts'
import { anAppFactor } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
let operator: TestUser
beforeAll(async () => {
  server = await startServer()
  operator = await aSuperAdmin(server)
})
afterAll(() => server.stop())

const letter = { subject: 'Your domain', body: 'Your TXT record is missing.\n\nShall we help?' }
const write = (person: TestUser, studio_id: string, input: object = letter) =>
  person.post(`/admin/studios/${studio_id}/letters`, input)
const extend = (person: TestUser, studio_id: string, input: object = { days: 7, reason: 'asked' }) =>
  person.post(`/admin/studios/${studio_id}/trial`, input)
const getAuditEntry = async (studio_id: string, action: string) =>
  (await operator.get(`/admin/audit?studio_id=${studio_id}&action=${action}`)).body.items[0]
const daysUntil = (at: string) => Math.round((Date.parse(at) - Date.now()) / 86_400_000)

describe('writing to the owner of a studio', () => {
  test('sends the text in the name of the platform, with replies to the operator, and leaves it out of the log', async () => {
    const { studio, admin } = await aStudio(server)
    const response = await write(operator, studio.id)
    expect([response.status, response.body.recipients]).toEqual([201, 1])
    const mail = await nextMail(server, admin.email, 'Your domain')
    expect(mail.text).toContain('Your TXT record is missing.')
    expect(mail.replyTo).toBe(operator.email)
    const auditEntry = await getAuditEntry(studio.id, 'studios.writeToOwner')
    expect(auditEntry).toMatchObject({ actor_id: operator.id, object_id: response.body.id, after: { recipients: 1 } })
    expect(JSON.stringify(auditEntry)).not.toContain('TXT')
  })

  test('is limited to five emails a day for a studio, and needs a subject and a text', async () => {
    const { studio } = await aStudio(server)
    expect((await write(operator, studio.id, { ...letter, subject: ' ' })).body.fields).toMatchObject({
      subject: 'Please enter a subject',
    })
    expect((await write(operator, studio.id, { ...letter, body: '' })).body.fields).toMatchObject({
      body: 'Please write something',
    })
    for (let at = 0; at < 5; at++) expect((await write(operator, studio.id)).status).toBe(201)
    expectError(await write(operator, studio.id), 'RATE_LIMITED')
    expect((await write(operator, (await aStudio(server)).studio.id)).status).toBe(201)
  })
})

describe('extending a trial', () => {
  test('adds days to a running or ended trial, notifies the admins, and logs the reason', async () => {
    const { studio, admin } = await aStudio(server, { tier: 'trial' })
    expect(daysUntil((await extend(operator, studio.id)).body.ends_at)).toBe(21)
    await asLogin((tx) =>
      sql`update studio_subscriptions set status = 'expired', current_period_start = now() - interval '20 days',
        current_period_end = now() - interval '6 days', announced_event = 'trial_expired' where studio_id = ${studio.id}::uuid`.execute(
        tx,
      ),
    )
    expect(daysUntil((await extend(operator, studio.id)).body.ends_at)).toBe(7)
    expect((await admin.get(`/studios/${studio.id}/subscription`)).body).toMatchObject({ status: 'trialing' })
    expect((await nextMail(server, admin.email, 'was extended')).subject).toContain(studio.name)
    expect((await admin.get('/notices')).body.items[0]).toMatchObject({
      kind: 'plan',
      data: { title: 'Your free trial was extended' },
    })
    expect(await getAuditEntry(studio.id, 'subscriptions.extendTrial')).toMatchObject({
      before: { status: 'expired' },
      after: { status: 'trialing', days: 7, reason: 'asked' },
    })
  })

  test('is bounded, needs a reason, and is for free trials only', async () => {
    const { studio } = await aStudio(server, { tier: 'trial' })
    expect((await extend(operator, studio.id, { days: 31, reason: 'asked' })).body.fields).toMatchObject({
      days: 'Please enter 1 to 30 days',
    })
    expect((await extend(operator, studio.id, { days: 7 })).body.fields).toMatchObject({
      reason: 'Please choose a reason',
    })
    expect((await extend(operator, studio.id, { days: 30, reason: 'asked' })).status).toBe(200)
    expect((await extend(operator, studio.id, { days: 30, reason: 'asked' })).body.fields).toHaveProperty('days')
    expectError(await extend(operator, (await aStudio(server)).studio.id), 'INVALID_TRANSITION')
  })
})

test('only operators write to owners and extend trials, with their second factor if they have one', async () => {
  const fixture = await aStudio(server, { tier: 'trial' })
  const crew = await aCrewMember(server, fixture)
  const partner = await aPerson(server)
  await partner.post('/me/onboarding', { role: 'partner' })
  const guarded = await aSuperAdmin(server)
  await anAppFactor(server, guarded.token, new Date())
  const withoutFactor = await signIn(server, guarded)
  for (const call of [write, extend]) {
    for (const person of [fixture.admin, fixture.client, crew, partner])
      expectError(await call(person, fixture.studio.id), 'FORBIDDEN')
    expectError(await call(withoutFactor, fixture.studio.id), 'INSUFFICIENT_AAL')
    expectError(await call(operator, '00000000-0000-4000-8000-000000000000'), 'NOT_FOUND')
  }
  for (const path of ['letters', 'trial'])
    expectError(
      await callAs(server.url, null).post(`/admin/studios/${fixture.studio.id}/${path}`, {}),
      'UNAUTHENTICATED',
    )
})
