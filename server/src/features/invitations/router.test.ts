import { randomUUID } from 'node:crypto'
import { agentKeys, agents } from '@studiohub/contract/features/assistant/words.ts'
import { asLogin, expectNoDatabaseChange, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { type ApiResponse, callAs, expectError } from '@studiohub/testing/http.ts'
import { invitationToken, mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aCrewMember,
  aPerson,
  aStudio,
  aSuperAdmin,
  proveAddress,
  type StudioOfTest,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { anAppFactor, authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server, { name: 'Northern Tape' })
})
afterAll(() => server.stop())

const anAddress = () => `${randomUUID()}@example.com`
const newInvitation = (email: string, full_name = 'Ivo Invited') => ({ full_name, email })
const invite = (email: string, at: StudioOfTest = fixture, full_name?: string) =>
  at.admin.post(`/studios/${at.studio.id}/invitations`, newInvitation(email, full_name))
const roleOf = async (person: TestUser) => (await person.get('/me')).body.role
const noticesOf = async (person: TestUser) => (await person.get('/notices')).body.items
const listNoticeSubjects = async (user_id: string) => {
  const { rows } = await asLogin((tx) =>
    sql<{ subject_id: string }>`select subject_id from notices where user_id = ${user_id} order by created_at`.execute(
      tx,
    ),
  )
  return rows.map(({ subject_id }) => subject_id)
}
const listOpenInvitations = async ({ admin, studio }: StudioOfTest) =>
  (await admin.get(`/studios/${studio.id}/invitations`)).body.items
const listCrewIds = async ({ admin, studio }: StudioOfTest) =>
  (await admin.get(`/studios/${studio.id}/crew`)).body.items.map(({ user_id }: { user_id: string }) => user_id)
/** The content of a response, without the values that differ between invitations. */
const withoutValues = ({ status, body }: ApiResponse) => ({
  status,
  body: Object.fromEntries(Object.entries(body).map(([key, value]) => [key, typeof value === 'string' ? '' : value])),
})
/** Moves an invitation's times back by a number of hours. */
const ageInvitation = (id: string, hours: number) =>
  asLogin((tx) =>
    sql`update invitations set created_at = created_at - make_interval(hours => ${hours}),
      sent_at = sent_at - make_interval(hours => ${hours}), expires_at = expires_at - make_interval(hours => ${hours}),
      resent_at = array(select t - make_interval(hours => ${hours}) from unnest(resent_at) as t) where id = ${id}`.execute(
      tx,
    ),
  )

describe('a person invited to the crew', () => {
  test('a person who changed their address after the invitation needs its secret to accept', async () => {
    const email = anAddress()
    const stranger = await aPerson(server, { full_name: 'Ivo Invited' })
    const { id } = (await invite(email)).body
    expect((await authAs(server, stranger.token)('PUT', '/user', { email })).status).toBe(200)
    const confirm = async (address: string, subject: string) => {
      const { code } = await nextMail(server, address, subject)
      const response = await authAs(server, null)('POST', '/verify', {
        type: 'email_change',
        email: address,
        token: code,
      })
      expect(response.status).toBe(200)
    }
    await confirm(stranger.email, 'Confirm the change')
    // The owner of the mailbox believes that this email is part of the invitation.
    await confirm(email, 'Confirm your new email address')
    expect((await stranger.get('/me')).body.user).toMatchObject({ email, email_proven: true })
    expect((await stranger.get('/me/invitations')).body.items).toEqual([])
    expectError(await stranger.post(`/me/invitations/${id}/accept`), 'INVITATION_ENDED')
    expect(await roleOf(stranger)).toBeNull()
    const token = await invitationToken(server, email)
    expect((await stranger.post(`/invitations/${token}/accept`)).status).toBe(200)
  })

  test('a person who joined by a request and was removed cannot return with an older invitation, with any account', async () => {
    const freshStudio = await aStudio(server)
    const person = await proveAddress(await aPerson(server))
    const { id } = (await invite(person.email, freshStudio)).body
    const token = await invitationToken(server, person.email)
    const request = await person.post('/me/role-request', { role: 'staff', studio_id: freshStudio.studio.id })
    expect((await freshStudio.admin.post(`/role-requests/${request.body.id}/approve`)).status).toBe(200)
    const crew = (await freshStudio.admin.get(`/studios/${freshStudio.studio.id}/crew`)).body.items
    const { role_id } = crew.find(({ user_id }: { user_id: string }) => user_id === person.id)
    expect((await freshStudio.admin.delete(`/studios/${freshStudio.studio.id}/crew/${role_id}`)).status).toBe(200)
    expectError(await person.post(`/me/invitations/${id}/accept`), 'INVITATION_ENDED')
    expectError(await person.post(`/invitations/${token}/accept`), 'INVITATION_ENDED')
    expect(await roleOf(person)).toBeNull()
    expect((await person.get('/me/invitations')).body.items).toEqual([])
    expect((await listOpenInvitations(freshStudio)).map(({ email }: { email: string }) => email)).not.toContain(
      person.email,
    )
    expectError(await (await aPerson(server)).post(`/invitations/${token}/accept`), 'INVITATION_ENDED')
  })

  test('an invitation ends when an operator removes the admin who sent it', async () => {
    const freshStudio = await aStudio(server)
    const operator = await aSuperAdmin(server)
    const second = await proveAddress(await aPerson(server))
    const adminRole = { role: 'studio_admin', studio_id: freshStudio.studio.id }
    const { body: role } = await operator.post(`/admin/users/${second.id}/roles`, adminRole)
    const mailbox = await proveAddress(await aPerson(server))
    expect((await invite(mailbox.email, { ...freshStudio, admin: second })).status).toBe(201)
    const token = await invitationToken(server, mailbox.email)
    expect((await operator.delete(`/admin/roles/${role.id}`)).status).toBe(200)
    expectError(await mailbox.post(`/invitations/${token}/accept`), 'INVITATION_ENDED')
  })

  test('an invitation ends when its sender is suspended, until another admin sends it again', async () => {
    const freshStudio = await aStudio(server)
    const operator = await aSuperAdmin(server)
    const second = await proveAddress(await aPerson(server))
    const adminRole = { role: 'studio_admin', studio_id: freshStudio.studio.id }
    expect((await operator.post(`/admin/users/${second.id}/roles`, adminRole)).status).toBe(201)
    const mailbox = await proveAddress(await aPerson(server))
    const { id } = (await invite(mailbox.email, { ...freshStudio, admin: second })).body
    const token = await invitationToken(server, mailbox.email)
    const earlierMails = await mailsTo(server, mailbox.email)
    expect((await operator.post(`/admin/users/${second.id}/suspend`, {})).status).toBe(200)
    expectError(await mailbox.post(`/invitations/${token}/accept`), 'INVITATION_ENDED')
    expectError(await mailbox.post(`/me/invitations/${id}/accept`), 'INVITATION_ENDED')
    expect((await mailbox.get('/me/invitations')).body.items).toEqual([])
    expect((await freshStudio.admin.post(`/invitations/${id}/resend`)).status).toBe(200)
    const newToken = await invitationToken(server, mailbox.email, earlierMails)
    expect((await mailbox.post(`/invitations/${newToken}/accept`)).status).toBe(200)
  })

  test('a person cannot join if the admin who invited them is removed at the same time', async () => {
    const operator = await aSuperAdmin(server)
    for (let round = 0; round < 6; round += 1) {
      const freshStudio = await aStudio(server)
      const second = await proveAddress(await aPerson(server))
      const adminRole = { role: 'studio_admin', studio_id: freshStudio.studio.id }
      const { body: role } = await operator.post(`/admin/users/${second.id}/roles`, adminRole)
      const mailboxes = await Promise.all(Array.from({ length: 4 }, async () => proveAddress(await aPerson(server))))
      const removal = operator.delete(`/admin/roles/${role.id}`)
      const sent = await Promise.all(mailboxes.map(({ email }) => invite(email, { ...freshStudio, admin: second })))
      expect((await removal).status).toBe(200)
      for (const [at, { status, body }] of sent.entries()) {
        if (status !== 201) continue
        const response = await mailboxes[at]?.post(`/me/invitations/${body.id}/accept`)
        expect(response?.body.code).toBe('INVITATION_ENDED')
      }
    }
  })

  test('an invitation ends when its sender, an operator, is removed, or when the studio removes the invited client', async () => {
    const freshStudio = await aStudio(server)
    const [operator, leaving] = [await aSuperAdmin(server), await aSuperAdmin(server)]
    const mailbox = await proveAddress(await aPerson(server))
    const path = `/studios/${freshStudio.studio.id}/invitations`
    expect((await leaving.post(path, newInvitation(mailbox.email))).status).toBe(201)
    const token = await invitationToken(server, mailbox.email)
    const { items } = (await operator.get(`/admin/users?search=${leaving.email}`)).body
    expect((await operator.delete(`/admin/roles/${items[0].roles[0].id}`)).status).toBe(200)
    expectError(await mailbox.post(`/invitations/${token}/accept`), 'INVITATION_ENDED')

    const client = await proveAddress(await aClient(server, freshStudio.studio.id))
    const { id } = (await invite(client.email, freshStudio)).body
    const clients = (await freshStudio.admin.get(`/studios/${freshStudio.studio.id}/clients`)).body.items
    const { role_id } = clients.find(({ user_id }: { user_id: string }) => user_id === client.id)
    expect((await freshStudio.admin.delete(`/studios/${freshStudio.studio.id}/clients/${role_id}`)).status).toBe(200)
    expectError(await client.post(`/me/invitations/${id}/accept`), 'INVITATION_ENDED')
  })

  test('an admin who joined the crew and was removed from it does not become an admin again', async () => {
    const freshStudio = await aStudio(server)
    const operator = await aSuperAdmin(server)
    const second = await proveAddress(await aPerson(server))
    const adminRole = { role: 'studio_admin', studio_id: freshStudio.studio.id }
    expect((await operator.post(`/admin/users/${second.id}/roles`, adminRole)).status).toBe(201)
    const { id } = (await invite(second.email, { ...freshStudio, admin: second })).body
    expect((await second.post(`/me/invitations/${id}/accept`)).status).toBe(200)
    const crew = (await freshStudio.admin.get(`/studios/${freshStudio.studio.id}/crew`)).body.items
    const { role_id } = crew.find(({ user_id }: { user_id: string }) => user_id === second.id)
    expect((await freshStudio.admin.delete(`/studios/${freshStudio.studio.id}/crew/${role_id}`)).status).toBe(200)
    expect(await roleOf(second)).toBeNull()
    expectError(await second.get(`/studios/${freshStudio.studio.id}/clients`), 'NO_ACTIVE_ROLE')
    expect(await roleOf(freshStudio.admin)).toBe('studio_admin')
  })

  test('a crew member who became an admin stays an admin when another admin removes them from the crew', async () => {
    const freshStudio = await aStudio(server)
    const operator = await aSuperAdmin(server)
    const second = await aCrewMember(server, freshStudio)
    const adminRole = { role: 'studio_admin', studio_id: freshStudio.studio.id }
    const crew = (await freshStudio.admin.get(`/studios/${freshStudio.studio.id}/crew`)).body.items
    expect((await operator.post(`/admin/users/${second.id}/roles`, adminRole)).status).toBe(201)
    const { role_id } = crew.find(({ user_id }: { user_id: string }) => user_id === second.id)
    expect((await freshStudio.admin.delete(`/studios/${freshStudio.studio.id}/crew/${role_id}`)).status).toBe(200)
    expect(await roleOf(second)).toBe('studio_admin')
  })

  test('admins who are also crew cannot leave their studio without an admin, even concurrently', async () => {
    const operator = await aSuperAdmin(server)
    for (let round = 0; round < 12; round += 1) {
      const freshStudio = await aStudio(server)
      const [first, second] = [await aCrewMember(server, freshStudio), await aCrewMember(server, freshStudio)]
      const adminRole = { role: 'studio_admin', studio_id: freshStudio.studio.id }
      const path = `/studios/${freshStudio.studio.id}/crew`
      // The list of crew no longer has them once they are admins, so their role ids are read before.
      const crew = (await freshStudio.admin.get(path)).body.items
      for (const { id } of [first, second]) await operator.post(`/admin/users/${id}/roles`, adminRole)
      const roleIdOf = ({ id }: { id: string }) => crew.find((row: { user_id: string }) => row.user_id === id).role_id
      const leave = (person: TestUser) => person.post('/me/deletion', { current_password: person.password })
      expect((await leave(freshStudio.admin)).status).toBe(200)
      const other = round % 2 ? leave(first) : second.delete(`${path}/${roleIdOf(first)}`)
      await Promise.all([first.delete(`${path}/${roleIdOf(second)}`), other])
      expect([await roleOf(first).catch(() => null), await roleOf(second)]).toContain('studio_admin')
    }
  })

  test('a crew member who is removed while they accept an invitation is no longer crew', async () => {
    const freshStudio = await aStudio(server)
    for (let round = 0; round < 8; round += 1) {
      const person = await aCrewMember(server, freshStudio)
      const { id } = (await invite(person.email, freshStudio)).body
      const crew = (await freshStudio.admin.get(`/studios/${freshStudio.studio.id}/crew`)).body.items
      const { role_id } = crew.find(({ user_id }: { user_id: string }) => user_id === person.id)
      const [removal] = await Promise.all([
        freshStudio.admin.delete(`/studios/${freshStudio.studio.id}/crew/${role_id}`),
        person.post(`/me/invitations/${id}/accept`),
      ])
      expect(removal.status).toBe(200)
      expect(await listCrewIds(freshStudio)).not.toContain(person.id)
    }
  })

  test("a person without an account gets an email in the studio's name, and joins the crew with its link, once", async () => {
    const email = anAddress()
    const response = await invite(email)
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({ email, full_name: 'Ivo Invited', role: 'staff', resends_left: 3 })
    const token = await invitationToken(server, email)
    const [mail] = await mailsTo(server, email)
    expect(mail?.subject).toBe('Ada Owner invites you to the crew of Northern Tape')
    expect(mail?.text).toContain(`${server.url}/${fixture.studio.slug}/auth/signup?invitation=${token}`)
    const offer = await fixture.other.get(`/invitations/${token}`)
    expect(offer.body).toMatchObject({ email, full_name: 'Ivo Invited', studio: { id: fixture.studio.id } })

    const forwarded = await aPerson(server)
    expectError(await forwarded.post(`/invitations/${token}/accept`), 'INVITATION_FOR_ANOTHER')
    const person = await aPerson(server, { email })
    expect((await person.get('/me/invitations')).body.items).toEqual([])
    const responses = await Promise.all([1, 2].map(() => person.post(`/invitations/${token}/accept`)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await person.get('/me')).body).toMatchObject({ role: 'staff', studio: { id: fixture.studio.id } })
    expect(await listCrewIds(fixture)).toContain(person.id)
    expectError(await person.post(`/invitations/${token}/accept`), 'INVITATION_ENDED')
    expect(await listOpenInvitations(fixture)).not.toContainEqual(expect.objectContaining({ email }))
  })

  test('a factor that is about to end blocks accepting until its owner keeps it', async () => {
    const owner = await aPerson(server)
    const app = await anAppFactor(server, owner.token, new Date())
    const raised = { ...owner, ...callAs(server.url, app.token) }
    await authAs(server, null)('POST', '/otp', { email: owner.email, create_user: false })
    const { code } = await nextMail(server, owner.email, 'Your sign-in link')
    await authAs(server, null)('POST', '/verify', { type: 'email', email: owner.email, token: code })
    await invite(owner.email)
    const token = await invitationToken(server, owner.email)
    const rejection = await expectNoDatabaseChange(() => raised.post(`/invitations/${token}/accept`), true)
    expectError(rejection, 'FACTOR_WAIT_RUNNING')
    expect((await authAs(server, app.token)('POST', '/factor-waits/keep')).status).toBe(200)
    expect((await raised.post(`/invitations/${token}/accept`)).status).toBe(200)
  })

  test('a person with an account becomes crew only by accepting, even if they were crew before', async () => {
    const fixture = await aStudio(server)
    const newcomer = await aPerson(server)
    const former = await aCrewMember(server, fixture)
    const proven = await proveAddress(await aPerson(server))
    const list = (await fixture.admin.get(`/studios/${fixture.studio.id}/crew`)).body.items
    const { role_id } = list.find(({ user_id }: { user_id: string }) => user_id === former.id)
    expect((await fixture.admin.delete(`/studios/${fixture.studio.id}/crew/${role_id}`)).status).toBe(200)
    const unknown = withoutValues(await invite(anAddress(), fixture))
    for (const person of [newcomer, former, proven]) {
      const response = await invite(person.email, fixture)
      expect(withoutValues(response)).toEqual(unknown)
      expect(await listOpenInvitations(fixture)).toContainEqual(response.body)
      const token = await invitationToken(server, person.email)
      expect(await roleOf(person)).toBeNull()
      expect(await listCrewIds(fixture)).not.toContain(person.id)
      expect((await person.post(`/invitations/${token}/accept`)).status).toBe(200)
      expect((await person.get('/me')).body).toMatchObject({ role: 'staff', studio: { id: fixture.studio.id } })
      expect(await listCrewIds(fixture)).toContain(person.id)
    }
  })

  test('a person with an unproven address has no notification and cannot answer without the email', async () => {
    const fixture = await aStudio(server)
    const email = anAddress()
    // A stranger signed up with another person's address and waits for its invitation.
    const squatter = await aPerson(server, { email })
    const clientWithRole = await aClient(server, fixture.studio.id)
    for (const person of [squatter, clientWithRole]) {
      const { id } = (await invite(person.email, fixture)).body
      const token = await invitationToken(server, person.email)
      expect(await noticesOf(person)).toEqual([])
      expect((await person.get('/me/invitations')).body.items).toEqual([])
      for (const response of ['accept', 'decline']) {
        const rejection = await expectNoDatabaseChange(() => person.post(`/me/invitations/${id}/${response}`), true)
        expectError(rejection, 'INVITATION_ENDED')
      }
      expect(await roleOf(person)).toBe(person === clientWithRole ? 'client' : null)
      expect((await fixture.other.get(`/invitations/${token}`)).status).toBe(200)
    }
    // A person who reads the email has proven the address, and can answer the next invitation without its email.
    const token = await invitationToken(server, email)
    expect((await squatter.post(`/invitations/${token}/accept`)).status).toBe(200)
    const next = await aStudio(server)
    const { id } = (await invite(email, next)).body
    expect((await squatter.post(`/me/invitations/${id}/accept`)).status).toBe(200)
  })

  test('when an address gets a new owner, only the new owner can answer its invitation', async () => {
    const email = anAddress()
    const former = await proveAddress(await aPerson(server, { email }))
    const { id } = (await invite(email, await aStudio(server))).body
    expect((await former.get('/me/invitations')).body.items).toHaveLength(1)
    await asLogin((tx) => sql`update auth.users set email = ${anAddress()} where id = ${former.id}`.execute(tx))
    expect((await former.get('/me/invitations')).body.items).toEqual([])
    expectError(await former.post(`/me/invitations/${id}/accept`), 'INVITATION_ENDED')
    const owner = await proveAddress(await aPerson(server, { email }))
    expect((await owner.post(`/me/invitations/${id}/accept`)).status).toBe(200)
  })

  test('a person with a role keeps it until they accept, and the inviter cannot see it', async () => {
    const rival = await aStudio(server)
    const colleague = await aCrewMember(server, rival)
    const peopleWithRoles = [await aSuperAdmin(server), rival.admin, await aClient(server, rival.studio.id), colleague]
    await Promise.all(peopleWithRoles.map(proveAddress))
    const unknown = withoutValues(await invite(anAddress()))
    for (const person of peopleWithRoles) {
      const before = (await person.get('/me')).body
      const response = await invite(person.email)
      expect(withoutValues(response)).toEqual(unknown)
      expect((await person.get('/me')).body).toEqual(before)
      expect(await listOpenInvitations(fixture)).toContainEqual(response.body)
      expect(await invitationToken(server, person.email)).toEqual(expect.any(String))
      const [notice] = await noticesOf(person)
      expect(notice).toMatchObject({ kind: 'invitation', data: { accepted: false }, link: '/invitations' })
      expect((await person.get('/me/invitations')).body.items).toMatchObject([
        { id: response.body.id, studio_name: 'Northern Tape', inviter_name: 'Ada Owner' },
      ])
    }
  })

  test('a second invitation replaces the first one and its notification', async () => {
    const person = await proveAddress(await aClient(server, (await aStudio(server)).studio.id))
    const first = (await invite(person.email)).body
    await invitationToken(server, person.email)
    expect(await noticesOf(person)).toHaveLength(1)
    await ageInvitation(first.id, 25)
    const second = (await invite(person.email)).body
    await expect.poll(() => listNoticeSubjects(person.id), { timeout: 30_000 }).toEqual([second.id])
    expectError(await person.post(`/me/invitations/${first.id}/accept`), 'INVITATION_ENDED')
    expect((await person.post(`/me/invitations/${second.id}/accept`)).status).toBe(200)
    expect(await noticesOf(person)).toEqual([])
  })

  test('a person with a role becomes crew by accepting, but cannot leave a studio whose only admin they are', async () => {
    const otherStudio = await aStudio(server)
    const client = await proveAddress(await aClient(server, otherStudio.studio.id))
    const { id } = (await invite(client.email)).body
    await invitationToken(server, client.email)
    expectError(
      await expectNoDatabaseChange(() => fixture.other.post(`/me/invitations/${id}/accept`), true),
      'INVITATION_ENDED',
    )
    expect((await client.post(`/me/invitations/${id}/accept`)).body).toEqual({
      studio_id: fixture.studio.id,
      studio_name: 'Northern Tape',
      as: 'crew',
    })
    expect(await roleOf(client)).toBe('staff')
    expect(await noticesOf(client)).toEqual([])
    const { admin, studio } = otherStudio
    await proveAddress(admin)
    const { body } = await invite(admin.email)
    const token = await invitationToken(server, admin.email)
    const operator = await aSuperAdmin(server)
    const help = `You are the last administrator of ${studio.name}. Hand it over to another person first, then accept the invitation.`
    for (const path of [`/me/invitations/${body.id}/accept`, `/invitations/${token}/accept`]) {
      const rejection = await expectNoDatabaseChange(() => admin.post(path), false)
      expectError(rejection, 'LAST_ADMIN')
      expect(rejection.body.message).toBe(help)
    }
    expect(await roleOf(admin)).toBe('studio_admin')
    const adminRole = { role: 'studio_admin', studio_id: studio.id }
    expect((await operator.post(`/admin/users/${client.id}/roles`, adminRole)).status).toBe(201)
    expect((await admin.post(`/me/invitations/${body.id}/accept`)).status).toBe(200)
    expect(await roleOf(admin)).toBe('staff')
  })

  test('an admin cannot leave their studio without an admin, even if its other admin is removed at the same time', async () => {
    const operator = await aSuperAdmin(server)
    for (let round = 0; round < 4; round += 1) {
      const { admin, client: second, studio } = await aStudio(server)
      await proveAddress(admin)
      await proveAddress(second)
      const adminRole = { role: 'studio_admin', studio_id: studio.id }
      const { id: role_id } = (await operator.post(`/admin/users/${second.id}/roles`, adminRole)).body
      const { id } = (await operator.post(`/studios/${fixture.studio.id}/invitations`, newInvitation(admin.email))).body
      const accept = () => admin.post(`/me/invitations/${id}/accept`)
      const remove = () => operator.delete(`/admin/roles/${role_id}`)
      const responses = await Promise.all(round % 2 ? [accept(), remove()] : [remove(), accept()])
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
      const roles = [await roleOf(admin), await roleOf(second)]
      expect(roles.filter((role) => role === 'studio_admin')).toHaveLength(1)
    }
  })

  test('an invited person may decline, and nothing else changes', async () => {
    const client = await proveAddress(await aClient(server, fixture.studio.id))
    const { id } = (await invite(client.email)).body
    await invitationToken(server, client.email)
    expect((await client.post(`/me/invitations/${id}/decline`)).status).toBe(200)
    expectError(await client.post(`/me/invitations/${id}/accept`), 'INVITATION_ENDED')
    expect([await roleOf(client), await noticesOf(client)]).toEqual(['client', []])
  })

  test('a repeated call with the same Idempotency-Key invites a person once', async () => {
    const person = await aPerson(server)
    const headers = { 'idempotency-key': randomUUID() }
    const path = `/studios/${fixture.studio.id}/invitations`
    const send = () => fixture.admin.post(path, { full_name: 'Ivo Invited', email: person.email }, { headers })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.body]).toEqual([201, first.body])
  })
})

describe('an invitation', () => {
  test('an invitation can be sent again three times a day, each time with a new secret, and can be revoked', async () => {
    const email = anAddress()
    const { id } = (await invite(email)).body
    const first = await invitationToken(server, email)
    const earlierMails = await mailsTo(server, email)
    const resent = await fixture.admin.post(`/invitations/${id}/resend`)
    expect(resent.body).toMatchObject({ id, resends_left: 2 })
    const second = await invitationToken(server, email, earlierMails)
    expectError(await fixture.admin.get(`/invitations/${first}`), 'INVITATION_ENDED')
    expect((await fixture.admin.get(`/invitations/${second}`)).status).toBe(200)
    for (let left = 1; left >= 0; left -= 1)
      expect((await fixture.admin.post(`/invitations/${id}/resend`)).body.resends_left).toBe(left)
    expectError(await fixture.admin.post(`/invitations/${id}/resend`), 'RATE_LIMITED')
    await ageInvitation(id, 25)
    expect((await fixture.admin.post(`/invitations/${id}/resend`)).body.resends_left).toBe(2)
    expect((await fixture.admin.delete(`/invitations/${id}`)).status).toBe(200)
    await stateOfDatabase()
    const last = await invitationToken(server, email)
    expectError(await fixture.admin.get(`/invitations/${last}`), 'INVITATION_ENDED')
    expectError(await fixture.admin.post(`/invitations/${id}/resend`), 'NOT_FOUND')
  })

  test('sending again with the same Idempotency-Key sends one email, and counts once', async () => {
    const email = anAddress()
    const { id } = (await invite(email)).body
    const headers = { 'idempotency-key': randomUUID() }
    const send = () => fixture.admin.post(`/invitations/${id}/resend`, undefined, { headers })
    const [first, second] = [await send(), await send()]
    expect([first.status, first.body.resends_left]).toEqual([200, 2])
    expect(second.body).toEqual(first.body)
    expect((await fixture.admin.post(`/invitations/${id}/resend`)).body.resends_left).toBe(1)
  })

  test('an invitation ends after seven days, and is valid again when it is sent again', async () => {
    const email = anAddress()
    const { id } = (await invite(email)).body
    const token = await invitationToken(server, email)
    await ageInvitation(id, 7 * 24)
    const person = await aPerson(server, { email })
    expectError(await person.post(`/invitations/${token}/accept`), 'INVITATION_ENDED')
    const earlierMails = await mailsTo(server, email)
    await fixture.admin.post(`/invitations/${id}/resend`)
    const fresh = await invitationToken(server, email, earlierMails)
    expect((await person.post(`/invitations/${fresh}/accept`)).status).toBe(200)
  })

  test('an address is invited once within 24 hours, and a studio invites at most twenty people a day', async () => {
    const busy = await aStudio(server)
    const email = anAddress()
    expect((await invite(email, busy)).status).toBe(201)
    for (const spelling of [email, email.toUpperCase()])
      expectError(await expectNoDatabaseChange(() => invite(spelling, busy), false), 'RATE_LIMITED')
    const rest = await Promise.all(Array.from({ length: 22 }, () => invite(anAddress(), busy)))
    expect(rest.filter(({ status }) => status === 201)).toHaveLength(19)
    for (const response of rest.filter(({ status }) => status !== 201)) expectError(response, 'RATE_LIMITED')
    expect((await invite(email)).status).toBe(201)
  })

  test.each([
    ['a web address', 'You won http://evil.example'],
    ['a line break', 'Ivo\r\nBcc: victim@example.com'],
    ['nothing', '  '],
  ])('an invitation rejects a name with %s', async (_what, full_name) => {
    const response = await expectNoDatabaseChange(() => invite(anAddress(), fixture, full_name), false)
    expectError(response, 'VALIDATION_FAILED')
    expect(response.body.fields.full_name).toEqual(expect.any(String))
  })

  test("an invitation rejects an address that would end an email's header", async () => {
    const response = await expectNoDatabaseChange(() => invite('a@example.com\r\nBcc: b@example.com'), false)
    expect(response.body.fields.email).toBe('Invalid email address')
  })

  test("only the studio's admins and operators can create, list, resend and revoke invitations", async () => {
    const rival = await aStudio(server)
    const crew = await aCrewMember(server, fixture)
    const { id } = (await invite(anAddress())).body
    const path = `/studios/${fixture.studio.id}/invitations`
    const input = { full_name: 'Ivo Invited', email: anAddress() }
    for (const person of [rival.admin, crew, fixture.client]) {
      expectError(await expectNoDatabaseChange(() => person.post(path, input), true), 'FORBIDDEN')
      expectError(await person.get(path), 'FORBIDDEN')
      expectError(await expectNoDatabaseChange(() => person.post(`/invitations/${id}/resend`), true), 'NOT_FOUND')
      expectError(await expectNoDatabaseChange(() => person.delete(`/invitations/${id}`), true), 'NOT_FOUND')
    }
    const operator = await aSuperAdmin(server)
    expect((await operator.get(path)).status).toBe(200)
  })

  test('an invitation to a closed studio is rejected', async () => {
    const closed = await aStudio(server)
    await closed.admin.patch(`/studios/${closed.studio.id}`, { is_active: false })
    expectError(await invite(anAddress(), closed), 'STUDIO_NOT_AVAILABLE')
  })
})

describe('the crew', () => {
  test('the crew is listed for people who work there, with phone numbers for admins; a removed member has no access', async () => {
    const freshStudio = await aStudio(server)
    const crew = await aCrewMember(server, freshStudio)
    await crew.patch('/me/profile', { phone: '+49 30 99' })
    const path = `/studios/${freshStudio.studio.id}/crew`
    const [member] = (await freshStudio.admin.get(path)).body.items
    expect(member).toMatchObject({ user_id: crew.id, full_name: 'Sam Crew', phone: '+49 30 99' })
    expect((await crew.get(path)).body.items).toMatchObject([{ user_id: crew.id, phone: null }])
    for (const person of [freshStudio.client, fixture.admin]) expectError(await person.get(path), 'FORBIDDEN')
    const removal = `${path}/${member.role_id}`
    for (const person of [crew, freshStudio.client, fixture.admin])
      expectError(await person.delete(removal), 'FORBIDDEN')
    expect((await freshStudio.admin.delete(removal)).status).toBe(200)
    expectError(await freshStudio.admin.delete(removal), 'NOT_FOUND')
    expectError(await crew.get(path), 'NO_ACTIVE_ROLE')
    expect((await freshStudio.admin.get(path)).body.items).toEqual([])
  })

  test('a studio has every assistant of the catalog from the start, and its admin switches them', async () => {
    const { admin, client, studio } = await aStudio(server)
    const path = `/studios/${studio.id}/ai-agents`
    const { items } = (await admin.get(path)).body
    expect(items).toEqual(
      agentKeys.map((key) => ({
        key,
        name: agents[key].name,
        role: agents[key].role,
        avatar_url: null,
        is_active: true,
      })),
    )
    expect((await admin.patch(`${path}/prea`, { is_active: false })).body).toMatchObject({
      key: 'prea',
      is_active: false,
    })
    expect((await admin.get(path)).body.items[0].is_active).toBe(false)
    for (const person of [client, fixture.admin])
      expectError(
        await expectNoDatabaseChange(() => person.patch(`${path}/prea`, { is_active: true }), true),
        'FORBIDDEN',
      )
    expectError(await admin.patch(`${path}/hal`, { is_active: true }), 'VALIDATION_FAILED')
  })
})
