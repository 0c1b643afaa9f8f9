import type { GoTrueClient } from '@supabase/auth-js'
import { showError } from '../server/toast-texts.ts'
import { getAuthClient } from './auth.ts'
import { describePasskeyError } from './passkey-error.ts'

type PasskeyCredential = Parameters<GoTrueClient['passkey']['verifyAuthentication']>[0]
type StartedChallenge = { challenge_id: string; options: PublicKeyCredentialRequestOptionsJSON }

/**
 * Lets the person choose a passkey in the browser's suggestions for a field. It calls our service directly: the auth client is
 * larger than the page, so it loads only after the choice.
 * @returns whether the person is signed in
 */
export async function offerPasskeysInField(signal: AbortSignal): Promise<boolean> {
  const credential = await askForPasskey(signal)
  if (!credential) return false
  const { error } = await (await getAuthClient()).passkey.verifyAuthentication(credential)
  if (error) showError((info) => ({ title: 'Login failed', description: describePasskeyError(info) }), error)
  return error === null
}

/** @returns null if no passkey was chosen. The person did not ask for one, so no error is shown. */
async function askForPasskey(signal: AbortSignal): Promise<PasskeyCredential | null> {
  try {
    const response = await fetch('/auth/v1/passkeys/authentication/options', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal,
    })
    if (!response.ok) return null
    const { challenge_id, options }: StartedChallenge = await response.json()
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const browserCredential = await navigator.credentials.get({ mediation: 'conditional', publicKey, signal })
    if (!browserCredential) return null
    // The auth client declares another type for the same JSON.
    const credential: PasskeyCredential['credential'] = JSON.parse(JSON.stringify(browserCredential))
    return { challengeId: challenge_id, credential }
  } catch {
    return null
  }
}
