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
