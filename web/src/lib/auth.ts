import { GoTrueClient } from '@supabase/auth-js'
import { SESSION_KEY } from './stored-session.ts'

let client: GoTrueClient | undefined

/** The one authentication client of this page; made on first use, because prerendering has no origin and no storage. */
export function auth(): GoTrueClient {
  client ??= new GoTrueClient({
    url: `${window.location.origin}/auth/v1`,
    flowType: 'pkce',
    storageKey: SESSION_KEY,
    detectSessionInUrl: true,
    autoRefreshToken: true,
    persistSession: true,
  })
  return client
}

/**
 * Whether the operator has set up a provider; the client never asks this itself.
 * @throws Error with a sentence where the authentication service does not answer
 */
export async function hasProvider(provider: 'google'): Promise<boolean> {
  const answer = await fetch('/auth/v1/settings')
  if (!answer.ok) throw new Error('Signing in cannot be reached at the moment. Please try again.')
  const settings: { external?: Partial<Record<string, boolean>> } = await answer.json()
  return settings.external?.[provider] === true
}
