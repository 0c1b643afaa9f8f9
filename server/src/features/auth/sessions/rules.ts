import { createHmac, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { mac } from '#platform/auth/secrets.ts'
import { getNetwork } from '#platform/http/limits.ts'

/** The purpose under which refresh keys are sealed. */
export const REFRESH_KEY_PURPOSE = 'refresh-key'

/** The contents of a refresh token: its session, its number in the session, and half an HMAC of both. */
export type RefreshTokenParts = { session_id: string; counter: number; hmac: Buffer }

const VERSION = 2
const SESSION_BYTES = 16
const HMAC_BYTES = 16
const CHECKSUM_BYTES = 4
const COUNTER_BYTES_MAX = 5
const UUID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

// Seven bits per byte, lowest first. The top bit is set if another byte follows.
function encodeCounter(counter: number): number[] {
  const bytes: number[] = []
  let remaining = counter
  while (remaining >= 128) {
    bytes.push((remaining % 128) + 128)
    remaining = Math.floor(remaining / 128)
  }
  return [...bytes, remaining]
}

function buildSignedBytes(session_id: string, counter: number): Buffer {
  const session = Buffer.from(session_id.replaceAll('-', ''), 'hex')
  return Buffer.concat([Buffer.of(VERSION), session, Buffer.from(encodeCounter(counter))])
}

function computeHmac(session_id: string, counter: number, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(buildSignedBytes(session_id, counter)).digest().subarray(0, HMAC_BYTES)
}

/** Detects typing errors and other texts. It does not protect against forged tokens. */
function computeChecksum(bytes: Uint8Array): Buffer {
  const checksum = Buffer.alloc(CHECKSUM_BYTES)
  checksum.writeUInt32BE(crc32(bytes))
  return checksum
}

/**
 * Writes the refresh token number `counter` of a session: version, session, counter, half an HMAC with the session's own
 * key, checksum. Tokens are not stored: if a response is lost, the current token can be written again.
 */
export function writeRefreshToken(session_id: string, counter: number, key: Uint8Array): string {
  const body = Buffer.concat([buildSignedBytes(session_id, counter), computeHmac(session_id, counter, key)])
  return Buffer.concat([body, computeChecksum(body)]).toString('base64url')
}

/** Parses a refresh token without checking its HMAC; null for any text that is not a refresh token of ours. */
export function parseRefreshToken(token: string): RefreshTokenParts | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.toString('base64url') !== token) return null
  const body = bytes.subarray(0, -CHECKSUM_BYTES)
  const counter = body.subarray(1 + SESSION_BYTES, -HMAC_BYTES)
  if (counter.length < 1 || counter.length > COUNTER_BYTES_MAX || body[0] !== VERSION) return null
  if (!computeChecksum(body).equals(bytes.subarray(-CHECKSUM_BYTES))) return null
  const value = counter.reduce((sum, byte, index) => sum + (byte % 128) * 128 ** index, 0)
  if (!Buffer.from(encodeCounter(value)).equals(counter)) return null
  const session = body.subarray(1, 1 + SESSION_BYTES).toString('hex')
  return { session_id: session.replace(UUID, '$1-$2-$3-$4-$5'), counter: value, hmac: body.subarray(-HMAC_BYTES) }
}

/** Whether the token was made with this session's key. */
export function isGenuine(token: RefreshTokenParts, key: Uint8Array): boolean {
  return timingSafeEqual(token.hmac, computeHmac(token.session_id, token.counter, key))
}

/**
 * Decides what happens with a genuine refresh token.
 * @param counter the token's number in its session
 * @returns
 * - `rotate`: the token is the current one. Issue the next one.
 * - `repeat`: a response was lost, or two tabs refreshed at once. Send the current token again. The previous token always gets
 *   this result, and older ones get it within `reuse_seconds` of the last refresh.
 * - `reuse`: another person also has the token. End the session.
 * - `ahead`: the token was never issued.
 * - `outdated`: the token was issued before the session was confirmed with a second factor, so it must not get the higher
 *   level. It comes from another tab, so the session does not end within `reuse_seconds`.
 */
export function decideRefresh(
  counter: number,
  session: { refresh_counter: number; refresh_floor: number; refreshed_at: string },
  now: Date,
  reuse_seconds: number,
): 'rotate' | 'repeat' | 'reuse' | 'ahead' | 'outdated' {
  const refreshesSince = session.refresh_counter - counter
  if (refreshesSince < 0) return 'ahead'
  if (refreshesSince === 0) return 'rotate'
  const isRecent = now.getTime() - Date.parse(session.refreshed_at) <= reuse_seconds * 1000
  if (counter < session.refresh_floor) return isRecent ? 'outdated' : 'reuse'
  if (refreshesSince === 1) return 'repeat'
  return isRecent ? 'repeat' : 'reuse'
}

/** The entries in `amr` for an emailed link or code, whether it opened the session or was entered later. */
export const emailMethods: readonly string[] = ['otp', 'recovery', 'magiclink', 'email/signup']

/** Whether the session has proven that its person reads the mailbox of the account's current address. */
export const hasMailboxProof = ({ amr }: { amr: readonly AmrEntry[] }): boolean => amr.some(isMailboxProof)

type AmrEntry = { method: string; of_former_address?: true }
const isMailboxProof = ({ method, of_former_address }: AmrEntry) => emailMethods.includes(method) && !of_former_address

/** Whether a recovery email to the account's current address opened the session. */
export const isOpenedByRecovery = ({ amr }: { amr: readonly AmrEntry[] }): boolean =>
  amr.some((entry) => entry.method === 'recovery' && isMailboxProof(entry))

/** How long after a sign-in or an emailed code a session may make changes that cannot be undone. */
export const RECENT_SECONDS = 15 * 60

type TimedSession = { amr: readonly (AmrEntry & { timestamp: number })[] }

/** When the session last proved that its person reads the mailbox of the account's address, in Unix seconds; null: never. */
export function getMailboxProofTime({ amr }: TimedSession): number | null {
  const times = amr.filter(isMailboxProof).map(({ timestamp }) => timestamp)
  return times.length === 0 ? null : Math.max(...times)
}

/** Whether the session has proven within the last 15 minutes that its person reads the mailbox of the account's address. */
export function hasRecentMailboxProof(session: TimedSession, now: Date): boolean {
  const at = getMailboxProofTime(session)
  return at !== null && now.getTime() / 1000 - at <= RECENT_SECONDS
}

/** The stored key of a network where a person signs in. Neither the network nor the address can be computed from it. */
export const computeNetworkKey = (email: string, ip: string) => mac('known-place', email, getNetwork(ip))
