import type { ErrorInfo } from '../server/describe-error.ts'

// Errors of the browser if no key was used: window closed, timeout, or no passkey on this device.
const keyUnused = /NotAllowedError|AbortError|timed out|not allowed|cancell?ed|aborted/i
const wrongAddress = /SecurityError|invalid domain|relying party/i
const unsupported = /does not support WebAuthn/i

/** Whether a browser's error means that the person used no key. */
export const isKeyUnused = (text: string) => keyUnused.test(text)

/** Why a sign-in with a passkey failed, in words. */
export function describePasskeyError({ code, message }: ErrorInfo): string {
  const text = `${code} ${message}`
  if (unsupported.test(text)) return 'This browser does not support passkeys. Use your password.'
  if (isKeyUnused(text)) return 'No passkey was used. Try again, or use your password.'
  if (wrongAddress.test(text)) return 'Passkeys do not work at this address. Use your password.'
  return message
}
