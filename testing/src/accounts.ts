import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { nextMail } from './mailbox.ts'
import { authAs } from './second-factor.ts'

/** Password of all test accounts. */
export const password = 'correct horse'

export const anEmail = () => `${randomUUID()}@example.com`

/** A clock that runs, and that a test can move forward by `ahead_ms`. */
export function aClock() {
  const clock = { ahead_ms: 0, now: () => new Date(Date.now() + clock.ahead_ms) }
  return clock
}

/** A new account with the response of the auth service. */
export async function anAccount(server: { url: string }, data: object = { full_name: 'Ada Example' }) {
  const email = anEmail()
  const { body } = await authAs(server, null)('POST', '/signup', { email, password, data })
  return {
    email,
    id: String(body.user.id),
    token: String(body.access_token),
    refresh_token: String(body.refresh_token),
  }
}

/** A PKCE verifier and its challenge. */
export function aVerifier() {
  const code_verifier = randomBytes(48).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  return { code_verifier, pkce: { code_challenge, code_challenge_method: 's256' } }
}

/** Confirms a user's address the way our screens do before a second factor is added. */
export async function proveAddress(
  server: { url: string; outbox: string },
  { email, token }: { email: string; token: string },
): Promise<void> {
  const call = authAs(server, token)
  await call('GET', '/reauthenticate')
  const { code } = await nextMail(server, email, 'Your confirmation code')
  const { status } = await call('POST', '/welcome/confirm', { nonce: code })
  if (status !== 200) throw new Error(`proving the address failed: ${status}`)
}
