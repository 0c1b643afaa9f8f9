type Waiting = { stop: AbortController; timer: ReturnType<typeof setTimeout> | undefined }

let waiting: Waiting | null = null

/** A challenge is valid for five minutes. The question to the browser may stay open for hours. */
const RENEW_MS = 240_000

/**
 * Lets the browser offer passkeys in fields with `autocomplete="webauthn"`, if it can. Its code loads when the page has
 * nothing else to do.
 * @param onSignedIn called when the person has chosen a passkey there and is signed in
 */
export function startPasskeyAutofill(onSignedIn: () => unknown) {
  pausePasskeyAutofill()
  const current: Waiting = { stop: new AbortController(), timer: undefined }
  waiting = current
  const { signal } = current.stop
  void canAutofill().then(async (can) => {
    if (!can || signal.aborted) return
    const { askInFields } = await import('#lib/session/ask-in-fields.ts')
    if (signal.aborted) return
    current.timer = setTimeout(() => startPasskeyAutofill(onSignedIn), RENEW_MS)
    if ((await askInFields(signal)) && !signal.aborted) onSignedIn()
  })
}

/** Ends the offer, such as for another question about passkeys. */
export function pausePasskeyAutofill() {
  clearTimeout(waiting?.timer)
  waiting?.stop.abort()
  waiting = null
}

async function canAutofill(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined') return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false
}
