import { randomUUID } from 'node:crypto'
import { type AuthChangeEvent, GoTrueClient } from '@supabase/auth-js'
import { expect } from 'vitest'

type ServerAddress = { url: string }

/** Password of all sign-ups in these tests. */
export const password = 'correct horse'
export const anEmail = () => `${randomUUID()}@example.com`

/** The official client in a browser. A second one, such as another tab, can share its storage. */
export function aBrowser(server: ServerAddress, stored = new Map<string, string>()) {
  const events: AuthChangeEvent[] = []
  const client = new GoTrueClient({
    url: `${server.url}/auth/v1`,
    flowType: 'pkce',
    storageKey: 'studiohub.auth',
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
  })
  client.onAuthStateChange((event) => void events.push(event))
  return { client, events, stored }
}

/** A browser with a new sign-up. */
export async function signUpClient(server: ServerAddress, email = anEmail()) {
  const browser = aBrowser(server)
  const data = { full_name: 'Ada Example', signup_namespace: 'north-light' }
  const response = await browser.client.signUp({ email, password, options: { data } })
  expect(response.error).toBeNull()
  return { ...browser, email, session: response.data.session, user: response.data.user }
}

/** A browser where an existing user signs in. */
export async function signInClient(server: ServerAddress, email: string, secret = password) {
  const browser = aBrowser(server)
  const { data, error } = await browser.client.signInWithPassword({ email, password: secret })
  expect(error).toBeNull()
  return { ...browser, session: data.session }
}

/** Whether the server still accepts the client's session. */
export const isSessionAlive = async (client: GoTrueClient) => (await client.getUser()).error === null

/** Opens an email link without following the redirect. @returns its target */
export async function openEmailLink(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}
