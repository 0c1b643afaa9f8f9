import { isSessionAlive, signInClient, signUpClient } from '@studiohub/testing/official-client.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import type { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

describe('signing out with the official client', () => {
  const threeBrowsers = async () => {
    const { email } = await signUpClient(server)
    return {
      first: await signInClient(server, email),
      second: await signInClient(server, email),
      third: await signInClient(server, email),
    }
  }
  const alive = async (...browsers: { client: GoTrueClient }[]) =>
    Promise.all(browsers.map(({ client }) => isSessionAlive(client)))

  test('with the scope `local` ends only this session', async () => {
    const { first, second, third } = await threeBrowsers()
    expect(await first.client.signOut({ scope: 'local' })).toEqual({ error: null })
    expect(first.events.at(-1)).toBe('SIGNED_OUT')
    expect((await first.client.getSession()).data.session).toBeNull()
    expect(await alive(second, third)).toEqual([true, true])
  })

  test('with the scope `others` ends all other sessions', async () => {
    const { first, second, third } = await threeBrowsers()
    expect(await second.client.signOut({ scope: 'others' })).toEqual({ error: null })
    expect(await alive(first, second, third)).toEqual([false, true, false])
  })

  test('without a scope ends all sessions; an ended session counts as signed out, not as an error', async () => {
    const { first, second, third } = await threeBrowsers()
    expect(await first.client.signOut()).toEqual({ error: null })
    // The other browsers still store their sessions; their first call shows that these have ended.
    expect(await second.client.signOut()).toEqual({ error: null })
    expect(await alive(third)).toEqual([false])
    expect(third.events.at(-1)).toBe('SIGNED_OUT')
    expect((await third.client.refreshSession()).error).not.toBeNull()
  })
})
