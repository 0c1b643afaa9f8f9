import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { isLoopback } from '#platform/config/values.ts'

/** The relying party of credentials, and the origins that may use them. */
export type RelyingParty = { id: string; origins: string[] }

/**
 * The relying party at the product's own address; a request cannot change it. On the local machine it is `localhost`,
 * because an IP address cannot be one. Null if the product's host is an IP address.
 */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl)
  if (!isLoopback(url.hostname)) return isAddress(url.hostname) ? null : partyOf(url)
  const local = new URL(url)
  local.hostname = 'localhost'
  return partyOf(local)
}

const Address = z.union([z.ipv4(), z.ipv6()])
const isAddress = (host: string) => Address.safeParse(host.replace(/[[\]]/g, '')).success

const partyOf = (url: URL): RelyingParty => ({ id: url.hostname, origins: [url.origin] })

const NAME = 'StudioHub'
const TIMEOUT_MS = 120_000
// EdDSA, ES256 and RS256. The library's other algorithms are experimental in Node.
const ALGORITHMS = [-8, -7, -257]

/**
 * What a key must be able to do for each use. A second factor comes after another proof, so a key without a fingerprint or
 * PIN is enough, and it does not have to name the account. A passkey is the only proof: it names the account and checks its
 * owner (docs/decisions/0188).
 */
const keyRequirements = {
  factor: { residentKey: 'discouraged', requireResidentKey: false, userVerification: 'preferred' },
  passkey: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
} as const
export type KeyUse = keyof typeof keyRequirements

// Imported when the first person uses a key, because the library has 250 files.
const loadLibrary = () => import('@simplewebauthn/server')

type CredentialId = { id: string; transports: string[] }

/**
 * The options for the registration of an authenticator.
 * @param user.handle names the account in the authenticator, which stores one key per handle: a new key replaces the old one
 */
export async function buildCreationOptions(
  party: RelyingParty,
  user: { handle: string; email: string; name: string },
  { existing, use }: { existing: readonly CredentialId[]; use: KeyUse },
) {
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: party.id,
    userID: new TextEncoder().encode(user.handle),
    userName: user.email,
    userDisplayName: user.name,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: [...existing],
    authenticatorSelection: keyRequirements[use],
  })
  // For missing fields the client uses its own defaults (security keys only), so no field may be missing. A browser ignores
  // an unknown attachment.
  const authenticatorSelection = { ...options.authenticatorSelection, authenticatorAttachment: null }
  return { ...options, hints: [], authenticatorSelection }
}

/** The options for a proof by this credential, or by any passkey of this site if it is null. */
export async function buildRequestOptions(party: RelyingParty, credential: CredentialId | null) {
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: TIMEOUT_MS,
    allowCredentials: credential ? [credential] : [],
    userVerification: keyRequirements[credential ? 'factor' : 'passkey'].userVerification,
  })
  return { ...options, hints: [], attestation: 'none' }
}

/** Verifies a registration; null if the response is wrong. */
export async function verifyRegistration(
  response: RegistrationResponseJSON,
  nonce: string,
  { party, use }: { party: RelyingParty; use: KeyUse },
) {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    // We request no attestation. With a certificate in it, the library could load lists from other servers.
    const statement = decodeAttestationObject(Buffer.from(response.response.attestationObject, 'base64url'))
    if (statement.get('attStmt').get('x5c') || !['none', 'packed'].includes(statement.get('fmt'))) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: nonce,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: use === 'passkey',
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified || !registrationInfo) return null
    const { id, publicKey, counter, transports } = registrationInfo.credential
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      sign_count: counter,
      transports: transports ?? [],
    }
  } catch {
    // The library throws for every error. The sender does not have to know which one it was.
    return null
  }
}

export type StoredKey = { id: string; public_key: string; sign_count: number; transports: string[] }

/** Verifies a response to a challenge. @returns the key's counter; null if the response is wrong or the counter went back */
export async function verifyAssertion(
  response: AuthenticationResponseJSON,
  nonce: string,
  { party, key, use }: { party: RelyingParty; key: StoredKey; use: KeyUse },
): Promise<number | null> {
  if (response.id !== key.id) return null
  const { verifyAuthenticationResponse } = await loadLibrary()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: nonce,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: use === 'passkey',
      credential: {
        id: key.id,
        publicKey: new Uint8Array(Buffer.from(key.public_key, 'base64url')),
        counter: key.sign_count,
        transports: key.transports,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
