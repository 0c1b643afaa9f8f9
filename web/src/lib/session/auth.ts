import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { exchangeCode } from './code-exchange.ts'
import { confirmWithFactor } from './step-up.ts'
import { SESSION_KEY } from './stored-session.ts'

type Reader = (client: GoTrueClient) => void

const readers = new Set<Reader>()
let loading: Promise<GoTrueClient> | undefined
let loaded: GoTrueClient | undefined

/** The one authentication client of this page, loaded on first use: anyone who only looks at a sign-in page needs none. */
export function auth(): Promise<GoTrueClient> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Whether the client is there or on its way, and so looks after the session. */
export const isAsked = () => loading !== undefined

/** Hands over the client once there is one, without loading it. @returns how to stop waiting */
export function whenLoaded(read: Reader): () => void {
  if (loaded) read(loaded)
  else readers.add(read)
  return () => readers.delete(read)
}

async function load(): Promise<GoTrueClient> {
  const { GoTrueClient } = await import('@supabase/auth-js')
  const client = new GoTrueClient({
    url: `${window.location.origin}/auth/v1`,
    flowType: 'pkce',
    storageKey: SESSION_KEY,
    detectSessionInUrl: true,
    autoRefreshToken: true,
    persistSession: true,
    experimental: { recoveryCodes: true },
  })
  loaded = client
  for (const read of readers) read(client)
  readers.clear()
  return client
}

/**
 * Reads an address that says something about signing in: a code to exchange for a session, or why there is none. Most say
 * nothing. @returns what went wrong, by the code that the server has for it
 */
export async function readAddress({ search, hash, searchParams }: URL): Promise<{ code?: string | undefined } | null> {
  const code = searchParams.get('code')
  const isForClient = /[?#&](access_token|error)/.test(search + hash) || (code && isAsked())
  if (isForClient) return (await (await auth()).initialize()).error
  return code ? exchangeCode(code) : null
}

type Answered<Data> = { data: Data; error: null } | { data: unknown; error: AuthError }

/**
 * Calls the authentication service; its client answers errors where queries expect them thrown. A refusal for want of
 * the second factor asks for it and makes the call again, whole: the client keeps the session that a call began with.
 */
export async function callAuth<Data>(
  call: (client: GoTrueClient) => Promise<Answered<Data>>,
): Promise<NonNullable<Data>> {
  const client = await auth()
  const first = await call(client)
  const answer = first.error?.code === 'insufficient_aal' && (await confirmWithFactor()) ? await call(client) : first
  if (answer.error) throw answer.error
  if (answer.data === null || answer.data === undefined) throw new Error('The answer of the server was empty.')
  return answer.data
}

/** An address of ours in full, for links that are mailed and for the way back from a provider. */
export const inFull = (path: string) => window.location.origin + path

/**
 * Whether the operator has set up a provider; the client never asks this itself.
 * @throws Error with a sentence where the authentication service does not answer
 */
export async function hasProvider(provider: 'google'): Promise<boolean> {
  return (await readSettings()).external?.[provider] === true
}

/** What the forms show so that the server can tell a person from a program. */
export type CaptchaOfForms = { provider: 'turnstile' | 'hcaptcha'; site_key: string }

/** What the operator has set up, as far as the pages need it. */
export type AuthSettings = {
  external?: Partial<Record<string, boolean>>
  captcha?: CaptchaOfForms | null
  disable_signup?: boolean
  password_min_length?: number
}

/** @throws Error with a sentence where the authentication service does not answer */
export async function readSettings(): Promise<AuthSettings> {
  const answer = await fetch('/auth/v1/settings')
  if (!answer.ok) throw new Error('Signing in cannot be reached at the moment. Please try again.')
  return answer.json()
}
