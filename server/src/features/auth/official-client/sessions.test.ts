import {
  aBrowser,
  anEmail,
  isSessionAlive,
  password,
  signInClient,
  signUpClient,
} from '@studiohub/testing/official-client.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

describe('the official client', () => {
  test('signs up and has a session, an identity and the data from sign-up', async () => {
    const { session, user, events, client } = await signUpClient(server)
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(user?.user_metadata).toMatchObject({ full_name: 'Ada Example', signup_namespace: 'north-light' })
    expect(user?.identities).toHaveLength(1)
    expect(events).toContain('SIGNED_IN')
    expect((await client.getSession()).data.session?.access_token).toBe(session?.access_token)
  })

  test('gets the reason why signing up or signing in failed', async () => {
    const { email } = await signUpClient(server)
    const { client } = aBrowser(server)
    expect((await client.signUp({ email, password })).error).toMatchObject({
      message: 'User already registered',
      code: 'user_already_exists',
    })
    expect((await client.signUp({ email: anEmail(), password: '12345' })).error).toMatchObject({
      name: 'AuthWeakPasswordError',
      reasons: ['length'],
    })
    expect((await client.signInWithPassword({ email, password: 'wrong word' })).error).toMatchObject({
      message: 'Invalid login credentials',
      status: 400,
    })
  })

  test('verifies its own token with the published keys', async () => {
    const { client, user } = await signUpClient(server)
    const { data, error } = await client.getClaims()
    expect(error).toBeNull()
    expect(data?.claims).toMatchObject({ sub: user?.id, role: 'authenticated', aal: 'aal1' })
    expect(data?.header.alg).toBe('ES256')
  })

  test('refreshes, and two tabs that refresh the same session both keep it', async () => {
    const { email } = await signUpClient(server)
    const first = await signInClient(server, email)
    const second = aBrowser(server, new Map(first.stored))
    const refreshed = await Promise.all([first.client.refreshSession(), second.client.refreshSession()])
    expect(refreshed.map(({ error }) => error)).toEqual([null, null])
    const tokens = refreshed.map(({ data }) => data.session?.refresh_token)
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).not.toBe(first.session?.refresh_token)
    expect(first.events).toContain('TOKEN_REFRESHED')
    expect(await isSessionAlive(first.client)).toBe(true)
    expect(await isSessionAlive(second.client)).toBe(true)
  })

  test('changes profile data and password', async () => {
    const { client, email, events } = await signUpClient(server)
    const changed = await client.updateUser({ data: { full_name: 'Ada B' }, password: 'another horse' })
    expect(changed).toMatchObject({ error: null, data: { user: { user_metadata: { full_name: 'Ada B' } } } })
    expect(events).toContain('USER_UPDATED')
    await signInClient(server, email, 'another horse')
    expect((await client.updateUser({ password: 'another horse' })).error).toMatchObject({ code: 'same_password' })
  })
})
