import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { createSetting } from '../process/setting.ts'

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** All purposes of sealed values. `npm run admin -- rotate-key` seals them again, so its list must name every column. */
const sealPurposes = [
  'signing-key',
  'refresh-key',
  'totp-secret',
  'provider-flow',
  'emails.link',
  'emails.code',
  'emails.address',
  'emails.invitation',
  'sms.code',
  'sender-key',
  'webhook-secret',
  'calendar-secret',
  'calendar-grant',
  'calendar-verifier',
  'push-key',
  'push-secret',
] as const

type SealPurpose = (typeof sealPurposes)[number]

type Keys = { current: Uint8Array; former: Uint8Array | null }
type KeyAge = keyof Keys

const derivedKeys = new Map<string, Uint8Array>()
const keys = createSetting<Keys>('setSecretKey')

/**
 * Sets the key for all functions below; called once at start with the 32 bytes of `SECRET_KEY`.
 * @param former the previous key: it still opens sealed data and verifies codes, but creates no new ones
 * @throws if a key has another length
 */
export function setSecretKey(current: Uint8Array, former: Uint8Array | null = null): void {
  for (const key of [current, former])
    if (key && key.length !== KEY_BYTES) throw new Error(`SECRET_KEY must hold ${KEY_BYTES} bytes`)
  keys.set({ current, former })
  derivedKeys.clear()
}

// Each purpose has its own key, so a sealed value or code of one purpose never works for another.
function keyFor(use: 'seal' | 'mac', purpose: string, age: KeyAge = 'current'): Uint8Array {
  const secretKey = keys.get()[age]
  if (!secretKey) throw new Error('there is no former key')
  const label = `studiohub/${use}/${purpose}`
  const derived = derivedKeys.get(`${age} ${label}`)
  if (derived) return derived
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', label, KEY_BYTES))
  derivedKeys.set(`${age} ${label}`, key)
  return key
}

/** Encrypts `content` (AES-256-GCM) for one `purpose`. Only `unseal` with the same purpose opens the returned text. */
export function seal(purpose: SealPurpose, content: string | Uint8Array): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor('seal', purpose), iv, { authTagLength: TAG_BYTES })
  const body = Buffer.concat([cipher.update(content), cipher.final()])
  return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

/**
 * Decrypts the text of `seal` for the same `purpose`.
 * @throws if the text was changed, or was sealed with another key or purpose
 */
export function unseal(purpose: SealPurpose, sealed: string): Buffer {
  try {
    return openSealed(purpose, sealed, 'current')
  } catch (error) {
    if (!keys.get().former) throw error
    return openSealed(purpose, sealed, 'former')
  }
}

/**
 * Seals a value of the former key again with the current key, for any purpose.
 * @returns null if the current key already opens it
 * @throws if neither key opens it
 */
export function reseal(sealed: string): string | null {
  if (sealPurposes.some((purpose) => canOpen(purpose, sealed, 'current'))) return null
  const purpose = keys.get().former && sealPurposes.find((candidate) => canOpen(candidate, sealed, 'former'))
  if (!purpose) throw new Error('neither key opens a sealed value')
  return seal(purpose, openSealed(purpose, sealed, 'former'))
}

function canOpen(purpose: SealPurpose, sealed: string, age: KeyAge): boolean {
  try {
    openSealed(purpose, sealed, age)
    return true
  } catch {
    return false
  }
}

function openSealed(purpose: SealPurpose, sealed: string, age: KeyAge): Buffer {
  const [version, text] = sealed.split('.')
  const bytes = Buffer.from(text ?? '', 'base64url')
  if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) throw new Error('not a sealed value')
  const iv = bytes.subarray(0, IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyFor('seal', purpose, age), iv, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}

/**
 * HMAC-SHA-256 of the parts with the key of `purpose`, as base64url. For short codes, which could be guessed from a plain
 * hash.
 */
export const mac = (purpose: string, ...parts: readonly string[]): string => macWithKey('current', purpose, parts)

/** Whether `secret` is the `mac` of the parts, with the current or the former key. */
export function isMac(secret: string, purpose: string, ...parts: readonly string[]): boolean {
  if (sameSecret(secret, mac(purpose, ...parts))) return true
  return keys.get().former ? sameSecret(secret, macWithKey('former', purpose, parts)) : false
}

function macWithKey(age: KeyAge, purpose: string, parts: readonly string[]): string {
  const hmac = createHmac('sha256', keyFor('mac', purpose, age))
  // Each part is preceded by its length, so that ('ab', 'c') and ('a', 'bc') differ.
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
  return hmac.digest('base64url')
}

/** SHA-256 as base64url. Enough for secrets of 128 or more random bits, which cannot be guessed from their hash. */
export function sha256(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Creates a secret of `bytes` random bytes, as base64url. */
export function randomSecret(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

/** Compares two texts in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const [bytesOfA, bytesOfB] = [Buffer.from(a), Buffer.from(b)]
  return bytesOfA.length === bytesOfB.length && timingSafeEqual(bytesOfA, bytesOfB)
}
