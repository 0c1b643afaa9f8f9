type PasskeyRequest = { stop: AbortController; timer: ReturnType<typeof setTimeout> | undefined }

let openRequest: PasskeyRequest | null = null

/** A challenge is valid for five minutes, but a request may stay open for hours, so it is renewed. */
const RENEW_MS = 240_000

/**
 * Lets the browser offer passkeys in fields with `autocomplete="webauthn"`, if it can. Its code loads when the page has
 * nothing else to do.
 * @param onSignedIn called when the user has chosen a passkey there and is signed in
 */
export function startPasskeyAutofill(onSignedIn: () => unknown) {
  pausePasskeyAutofill()
  const current: PasskeyRequest = { stop: new AbortController(), timer: undefined }
  openRequest = current
  const { signal } = current.stop
  void canAutofill().then(async (canOffer) => {
    if (!canOffer || signal.aborted) return
    // The code cannot be loaded offline or after an upgrade. The user did not ask for it, so no error is shown.
    const code = await import('#lib/session/ask-in-fields.ts').catch(() => null)
    if (!code || signal.aborted) return
    current.timer = setTimeout(() => startPasskeyAutofill(onSignedIn), RENEW_MS)
    if ((await code.offerPasskeysInField(signal)) && !signal.aborted) onSignedIn()
  })
}

/** Stops offering passkeys, for example because another passkey request begins. */
export function pausePasskeyAutofill() {
  clearTimeout(openRequest?.timer)
  openRequest?.stop.abort()
  openRequest = null
}

async function canAutofill(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined') return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false
}
