import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import { z } from 'zod'
import { asAuth } from '../db/actor.ts'
import type { Tx } from '../db/transaction.ts'
import { StartError } from '../process/start-error.ts'
import { randomSecret, seal, unseal } from './secrets.ts'

const PURPOSE = 'signing-key'
const ALGORITHM = 'ES256'
const RELOAD_AFTER_MS = 5 * 60_000
const RELOAD_AT_MOST_EVERY_MS = 5_000
/** A key is published this long before it signs, because clients and caches store the key set for 10 minutes. */
const PUBLISHED_BEFORE_MS = 20 * 60_000
const PUBLISHED_AFTER_MARGIN_MS = 10 * 60_000

type VerifyKey = CryptoKey | Uint8Array
type Key = { kid: string; public_jwk: JWK; verify: VerifyKey; sign: VerifyKey; signs_from: number; until: number }
type KeySet = { keys: Key[]; loaded_at: number }

const PublicJwk = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() })
const PrivateJwk = PublicJwk.extend({ d: z.string() })

let keySet: KeySet | null = null
let loading: Promise<KeySet> | null = null

function listKeys(tx: Tx) {
  return tx
    .selectFrom('auth.signing_keys')
    .select(['kid', 'public_jwk', 'private_key', 'created_at', 'signs_from', 'published_until'])
    .orderBy('signs_from', 'desc')
    .execute()
}

async function lockKeys(tx: Tx): Promise<void> {
  await sql`lock table auth.signing_keys in exclusive mode`.execute(tx)
}

type KeyRow = Awaited<ReturnType<typeof listKeys>>[number]

function openPrivateKey(sealed: string): string {
  try {
    return unseal(PURPOSE, sealed).toString()
  } catch (cause) {
    throw new StartError(
      'SECRET_KEY: is not the key of this database. Start with the key that was used before. If it is lost: npm run admin -- reset-keys',
      { cause },
    )
  }
}

/** Whether `SECRET_KEY` can open all signing keys of this database; true if there are none yet. */
export async function canOpenSigningKeys(): Promise<boolean> {
  const rows = await asAuth(listKeys)
  try {
    for (const { private_key } of rows) openPrivateKey(private_key)
    return true
  } catch {
    return false
  }
}

/** Deletes all signing keys. The next use creates a new one, and all access tokens become invalid. */
export async function deleteSigningKeys(tx: Tx): Promise<void> {
  await lockKeys(tx)
  await tx.deleteFrom('auth.signing_keys').execute()
  clearKeyCache()
}

async function openKey(row: KeyRow): Promise<Key> {
  const public_jwk = PublicJwk.parse(row.public_jwk)
  const private_jwk = PrivateJwk.parse(JSON.parse(openPrivateKey(row.private_key)))
  return {
    kid: row.kid,
    public_jwk,
    verify: await importJWK(public_jwk, ALGORITHM),
    sign: await importJWK(private_jwk, ALGORITHM),
    signs_from: Date.parse(row.signs_from),
    until: row.published_until ? Date.parse(row.published_until) : Number.POSITIVE_INFINITY,
  }
}

async function generateKeyRow(now: Date, signs_from: Date) {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  return {
    kid: randomSecret(12),
    public_jwk: JSON.stringify(PublicJwk.parse(await exportJWK(pair.publicKey))),
    private_key: seal(PURPOSE, JSON.stringify(PrivateJwk.parse(await exportJWK(pair.privateKey)))),
    created_at: now.toISOString(),
    signs_from: signs_from.toISOString(),
    published_until: null,
  }
}

// Two processes that start on an empty database at once must use the same key.
async function createFirstKey(now: Date): Promise<KeyRow[]> {
  const row = await generateKeyRow(now, now)
  return asAuth(async (tx) => {
    await lockKeys(tx)
    const existing = await listKeys(tx)
    if (existing.length > 0) return existing
    await tx.insertInto('auth.signing_keys').values(row).execute()
    return listKeys(tx)
  })
}

async function readKeySet(now: Date): Promise<KeySet> {
  const rows = await asAuth(listKeys)
  const keyRows = rows.length > 0 ? rows : await createFirstKey(now)
  return { keys: await Promise.all(keyRows.map(openKey)), loaded_at: Date.now() }
}

/**
 * The signing keys. They are read again if they were loaded more than `older_than_ms` ago. Creates the first key on an
 * empty database.
 * @throws StartError if `SECRET_KEY` is not the key that sealed them
 */
async function loadKeySet(now: Date, older_than_ms = RELOAD_AFTER_MS): Promise<KeySet> {
  if (keySet && Date.now() - keySet.loaded_at < older_than_ms) return keySet
  loading ??= readKeySet(now).finally(() => {
    loading = null
  })
  keySet = await loading
  return keySet
}

/** Clears the keys in memory. The next use reads them again, for example from another database. */
export function clearKeyCache(): void {
  keySet = null
}

/** The key that signs now: the newest one whose `signs_from` has passed. */
export async function signingKey(now: Date): Promise<{ kid: string; key: VerifyKey }> {
  const { keys } = await loadKeySet(now)
  const key = keys.find(({ signs_from }) => signs_from <= now.getTime()) ?? keys.at(-1)
  if (!key) throw new Error('there is no signing key')
  return { kid: key.kid, key: key.sign }
}

/** The public key named `kid`; null if it is not published. An unknown name reloads the keys, at most every 5 seconds. */
export async function getVerifyingKey(kid: string, now: Date): Promise<VerifyKey | null> {
  const findKey = (set: KeySet) => set.keys.find((key) => key.kid === kid && key.until > now.getTime())
  const publicKey = findKey(await loadKeySet(now)) ?? findKey(await loadKeySet(now, RELOAD_AT_MOST_EVERY_MS))
  return publicKey?.verify ?? null
}

/** The key set for `/.well-known/jwks.json`: public parts only. */
export async function publishedKeys(now: Date): Promise<{ keys: JWK[] }> {
  const { keys } = await loadKeySet(now)
  return {
    keys: keys
      .filter((key) => key.until > now.getTime())
      .map((key) => ({ ...key.public_jwk, kid: key.kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] })),
  }
}

/**
 * Publishes a new key that will sign 20 minutes from now. The old keys are removed after the last token that they signed has
 * expired. Does nothing if the newest key does not sign yet.
 * @param token_lifetime_seconds the lifetime of an access token
 * @returns the name of the new key; null if none was created
 */
export async function rotateSigningKey(now: Date, token_lifetime_seconds: number): Promise<string | null> {
  const signs_from = new Date(now.getTime() + PUBLISHED_BEFORE_MS)
  const row = await generateKeyRow(now, signs_from)
  const until = new Date(signs_from.getTime() + token_lifetime_seconds * 1000 + PUBLISHED_AFTER_MARGIN_MS).toISOString()
  const kid = await asAuth(async (tx) => {
    await lockKeys(tx)
    const existing = await listKeys(tx)
    if (existing.some((key) => Date.parse(key.signs_from) > now.getTime())) return null
    await tx
      .updateTable('auth.signing_keys')
      .set({ published_until: until })
      .where('published_until', 'is', null)
      .execute()
    await tx.insertInto('auth.signing_keys').values(row).execute()
    await tx.deleteFrom('auth.signing_keys').where('published_until', '<', now.toISOString()).execute()
    return row.kid
  })
  clearKeyCache()
  return kid
}

/** When the newest key was created; null on a database without keys. */
export async function getNewestKeyTime(): Promise<Date | null> {
  const rows = await asAuth(listKeys)
  return rows[0] ? new Date(rows[0].created_at) : null
}
