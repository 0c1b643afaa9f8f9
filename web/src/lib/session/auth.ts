import type { GoTrueClient, Provider } from '@supabase/auth-js'
import { exchangeCode } from './code-exchange.ts'
import { confirmWithFactor } from './step-up.ts'
import { SESSION_KEY } from './stored-session.ts'

type LoadListener = (client: GoTrueClient) => void

const loadListeners = new Set<LoadListener>()
let loading: Promise<GoTrueClient> | undefined
let loaded: GoTrueClient | undefined

/** The auth client of this page. It is loaded on first use, because showing a sign-in page does not need it. */
export function getAuthClient(): Promise<GoTrueClient> {
  loading ??= loadClient().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Whether the auth client is loaded or being loaded, and so manages the session. */
export const isAuthRequested = () => loading !== undefined

/** Calls `listener` with the client as soon as it is loaded, but does not load it. @returns a function that stops waiting */
export function onAuthLoaded(listener: LoadListener): () => void {
  if (loaded) listener(loaded)
  else loadListeners.add(listener)
  return () => loadListeners.delete(listener)
}

async function loadClient(): Promise<GoTrueClient> {
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
  for (const listener of loadListeners) listener(client)
  loadListeners.clear()
  return client
}

/**
 * Handles a sign-in result in the address: a code to exchange for a session, or an error.
 * @returns the error with the server's code, or null
 */
export async function handleSignInResult({
  search,
  hash,
  searchParams,
}: URL): Promise<{ code?: string | undefined } | null> {
  const code = searchParams.get('code')
  const needsClient = /[?#&](access_token|error)/.test(search + hash) || (code && isAuthRequested())
  if (needsClient) return (await (await getAuthClient()).initialize()).error
  return code ? exchangeCode(code) : null
}

type AuthResult<Data> = { data: Data; error: null } | { data: unknown; error: Error & { code?: string | undefined } }

/**
 * Calls the auth client and throws its errors. If the server requires the second factor, asks for it and repeats the whole
 * call, because within one call the client would use the old session.
 */
export async function callAuth<Data>(
  call: (client: GoTrueClient) => Promise<AuthResult<Data>>,
): Promise<NonNullable<Data>> {
  const client = await getAuthClient()
  const firstResult = await call(client)
  const result =
    firstResult.error?.code === 'insufficient_aal' && (await confirmWithFactor()) ? await call(client) : firstResult
  if (result.error) throw result.error
  if (result.data === null || result.data === undefined)
    throw new Error('The server sent an empty response. Please try again.')
  return result.data
}

/** A full URL of ours, for links in emails and for the return from a provider. */
export const toFullUrl = (path: string) => window.location.origin + path

/**
 * The name of a sign-in provider, with the type that the auth client expects. That type lists the providers of one vendor, but
 * the client sends any name, and our server also knows the operator's own providers.
 */
export function requireProviderName(name: string): Provider {
  if (isProvider(name)) return name
  throw new Error('This sign-in provider has no name.')
}
const isProvider = (name: string): name is Provider => name !== ''

/** The CAPTCHA that the forms must show. */
export type CaptchaSettings = { provider: 'turnstile' | 'hcaptcha'; site_key: string }

/** The public settings of the auth service. */
export type AuthSettings = {
  external?: Partial<Record<string, boolean>>
  captcha?: CaptchaSettings | null
  disable_signup?: boolean
  password_min_length?: number
}

/** @throws Error with a message for the user if the auth service does not respond */
export async function readSettings(): Promise<AuthSettings> {
  const response = await fetch('/auth/v1/settings')
  if (!response.ok) throw new Error('We could not reach the sign-in service. Please try again.')
  return response.json()
}
