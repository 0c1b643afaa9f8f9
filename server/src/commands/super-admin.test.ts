import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson, proveAddress } from '@studiohub/testing/people.ts'
import { anAppFactor, authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSuperAdmin } from './super-admin.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const signIn = (email: string, password: string) =>
  callAs(server.url, null).request('POST', '/auth/v1/token?grant_type=password', { email, password })

test('a super admin is created with a new account', async () => {
  const email = 'operator@example.com'
  expect(await createSuperAdmin({ email, password: 'a good password' }, new Date())).toBe(true)
  const session = await signIn(email, 'a good password')
  const me = await callAs(server.url, session.body.access_token).get('/me')
  expect(me.body).toMatchObject({ role: 'super_admin', user: { email } })
})

test('the address of a super admin is proven, so an emailed code does not remove their factor or password', async () => {
  const email = 'second-operator@example.com'
  await createSuperAdmin({ email, password: 'a good password' }, new Date())
  const { access_token } = (await signIn(email, 'a good password')).body
  await anAppFactor(server, access_token, new Date())
  await authAs(server, null)('POST', '/recover', { email })
  const { code } = await nextMail(server, email, 'Reset your password')
  const response = await authAs(server, null)('POST', '/verify', { type: 'recovery', email, token: code })
  expect(response.body.user.factors).toMatchObject([{ status: 'verified' }])
  expect((await signIn(email, 'a good password')).status).toBe(200)
})

test('the command removes the session and password of a stranger who signed up with the address', async () => {
  const squatter = await aPerson(server)
  expect((await squatter.get('/me')).body.role).toBeNull()
  await anAppFactor(server, squatter.token, new Date())
  expect(await createSuperAdmin({ email: squatter.email, password: 'the real one' }, new Date())).toBe(false)
  expect((await squatter.get('/me')).status).toBe(401)
  expect((await signIn(squatter.email, squatter.password)).status).toBe(400)
  const session = await signIn(squatter.email, 'the real one')
  expect((await callAs(server.url, session.body.access_token).get('/me')).body.role).toBe('super_admin')
  const account = await authAs(server, session.body.access_token)('GET', '/user')
  expect(account.body).not.toHaveProperty('factors')
})

test('the command removes the sign-in methods that a thief added to a confirmed account', async () => {
  const person = await proveAddress(await aPerson(server))
  await asLogin((tx) =>
    sql`insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
      values (gen_random_uuid(), ${person.id}, 'google', 'of a thief', '{}', now(), now())`.execute(tx),
  )
  expect(await createSuperAdmin({ email: person.email, password: 'the real one' }, new Date())).toBe(false)
  const { body } = await signIn(person.email, 'the real one')
  expect(body.user.identities.map(({ provider }: { provider: string }) => provider)).toEqual(['email'])
  expect(body.user.app_metadata.providers).toEqual(['email'])
})
