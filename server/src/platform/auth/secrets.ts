import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** All that is sealed for storage. `npm run admin -- rotate-key` seals the values again, so its table names every place. */
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
] as const

type SealPurpose = (typeof sealPurposes)[number]

type Keys = { present: Uint8Array; former: Uint8Array | null }
type Age = keyof Keys

const derived = new Map<string, Uint8Array>()
let keys: Keys | null = null

/**
 * Names the key that everything below works under; called once at start with the 32 bytes of `SECRET_KEY`.
 * @param former the key before it: what it sealed still opens, and its codes still fit, but nothing new is made under it
 * @throws when a key has another length
 */
export function useSecretKey(present: Uint8Array, former: Uint8Array | null = null): void {
  for (const key of [present, former])
    if (key && key.length !== KEY_BYTES) throw new Error(`SECRET_KEY must hold ${KEY_BYTES} bytes`)
  keys = { present, former }
  derived.clear()
}

// One key per purpose: what was sealed for one use never opens, and no code ever matches, in another.
function keyFor(use: 'seal' | 'mac', purpose: string, age: Age = 'present'): Uint8Array {
  const secretKey = keys?.[age]
  if (!secretKey) throw new Error('useSecretKey has not been called')
  const label = `studiohub/${use}/${purpose}`
  const known = derived.get(`${age} ${label}`)
  if (known) return known
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', label, KEY_BYTES))
  derived.set(`${age} ${label}`, key)
  return key
}

/** Encrypts `plain` (AES-256-GCM) for one `purpose`; the answer is text that only `unseal` with that purpose opens. */
export function seal(purpose: SealPurpose, plain: string | Uint8Array): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor('seal', purpose), iv, { authTagLength: TAG_BYTES })
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

/** Opens what `seal` made for the same `purpose`. Throws when it was changed or sealed under another key or purpose. */
export function unseal(purpose: SealPurpose, sealed: string): Buffer {
  try {
    return open(purpose, sealed, 'present')
  } catch (error) {
    if (!keys?.former) throw error
    return open(purpose, sealed, 'former')
  }
}

/**
 * Seals again, under the present key, what the former one sealed for any purpose.
 * @returns null where the present key opens it already
 * @throws when neither key does
 */
export function reseal(sealed: string): string | null {
  if (sealPurposes.some((purpose) => opens(purpose, sealed, 'present'))) return null
  const purpose = keys?.former && sealPurposes.find((one) => opens(one, sealed, 'former'))
  if (!purpose) throw new Error('neither key opens a sealed value')
  return seal(purpose, open(purpose, sealed, 'former'))
}

function opens(purpose: SealPurpose, sealed: string, age: Age): boolean {
  try {
    open(purpose, sealed, age)
    return true
  } catch {
    return false
  }
}

function open(purpose: SealPurpose, sealed: string, age: Age): Buffer {
  const [version, text] = sealed.split('.')
  const bytes = Buffer.from(text ?? '', 'base64url')
  if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) throw new Error('not a sealed value')
  const iv = bytes.subarray(0, IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyFor('seal', purpose, age), iv, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}

/** HMAC-SHA-256 of the parts under a key of `purpose`'s own, as base64url: for short codes, which a plain hash would not hide. */
export const mac = (purpose: string, ...parts: readonly string[]): string => macUnder('present', purpose, parts)

/** Whether `given` is the `mac` of the parts, under the present key or the former one. */
export function isMac(given: string, purpose: string, ...parts: readonly string[]): boolean {
  if (sameSecret(given, mac(purpose, ...parts))) return true
  return keys?.former ? sameSecret(given, macUnder('former', purpose, parts)) : false
}

function macUnder(age: Age, purpose: string, parts: readonly string[]): string {
  const hmac = createHmac('sha256', keyFor('mac', purpose, age))
  // The length goes before each part, so that ('ab', 'c') and ('a', 'bc') differ.
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
  return hmac.digest('base64url')
}

/** SHA-256 as base64url: enough for secrets of 128 random bits and more, which nobody can guess from their hash. */
export function sha256(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** A new secret of `bytes` random bytes, as base64url. */
export function randomSecret(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

/** Compares two texts in a time that tells nothing about where they differ. */
export function sameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
