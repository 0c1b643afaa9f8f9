import { aliveOf, signedIn, signedUp } from '@studiohub/testing/official-client.ts'
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
    const { email } = await signedUp(server)
    return {
      one: await signedIn(server, email),
      two: await signedIn(server, email),
      three: await signedIn(server, email),
    }
  }
  const alive = async (...browsers: { client: GoTrueClient }[]) =>
    Promise.all(browsers.map(({ client }) => aliveOf(client)))

  test('ends only this session', async () => {
    const { one, two, three } = await threeBrowsers()
    expect(await one.client.signOut({ scope: 'local' })).toEqual({ error: null })
    expect(one.events.at(-1)).toBe('SIGNED_OUT')
    expect((await one.client.getSession()).data.session).toBeNull()
    expect(await alive(two, three)).toEqual([true, true])
  })

  test('ends all other sessions', async () => {
    const { one, two, three } = await threeBrowsers()
    expect(await two.client.signOut({ scope: 'others' })).toEqual({ error: null })
    expect(await alive(one, two, three)).toEqual([false, true, false])
  })

  test('ends all sessions; an ended session counts as signed out, not as an error', async () => {
    const { one, two, three } = await threeBrowsers()
    expect(await one.client.signOut()).toEqual({ error: null })
    // The other browsers still store their sessions; their first call shows that these have ended.
    expect(await two.client.signOut()).toEqual({ error: null })
    expect(await alive(three)).toEqual([false])
    expect(three.events.at(-1)).toBe('SIGNED_OUT')
    expect((await three.client.refreshSession()).error).not.toBeNull()
  })
})
