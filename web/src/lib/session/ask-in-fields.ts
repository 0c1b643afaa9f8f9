import type { GoTrueClient } from '@supabase/auth-js'
import { showError } from '../server/toast-texts.ts'
import { auth } from './auth.ts'
import { describePasskeyError } from './passkey-error.ts'

type Answer = Parameters<GoTrueClient['passkey']['verifyAuthentication']>[0]
type Started = { challenge_id: string; options: PublicKeyCredentialRequestOptionsJSON }

/**
 * Asks the browser for a passkey that the person chooses in a field. It asks our service itself: the auth client, which is
 * larger than the page, loads after the choice.
 * @returns whether the person is signed in
 */
export async function askInFields(signal: AbortSignal): Promise<boolean> {
  const credential = await askBrowser(signal)
  if (!credential) return false
  const { error } = await (await auth()).passkey.verifyAuthentication(credential)
  if (error) showError((info) => ({ title: 'Login failed', description: describePasskeyError(info) }), error)
  return error === null
}

/** @returns null if nobody chose one; the person did not ask, so there is nothing to tell */
async function askBrowser(signal: AbortSignal): Promise<Answer | null> {
  try {
    const answer = await fetch('/auth/v1/passkeys/authentication/options', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal,
    })
    if (!answer.ok) return null
    const { challenge_id, options }: Started = await answer.json()
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const chosen = await navigator.credentials.get({ mediation: 'conditional', publicKey, signal })
    if (!chosen) return null
    // The auth client declares a type of its own for the same JSON.
    const credential: Answer['credential'] = JSON.parse(JSON.stringify(chosen))
    return { challengeId: challenge_id, credential }
  } catch {
    return null
  }
}
