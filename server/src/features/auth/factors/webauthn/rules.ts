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
 * What a key is for. A second factor comes after another proof, so a key without a fingerprint or PIN is enough, and it need
 * not name the account. A passkey is the only proof: it names the account and checks its owner (docs/decisions/0188).
 */
const demands = {
  factor: { residentKey: 'discouraged', requireResidentKey: false, userVerification: 'preferred' },
  passkey: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
} as const
export type KeyUse = keyof typeof demands

// Loaded when the first person uses a security key, because these are 250 files.
const loadLibrary = () => import('@simplewebauthn/server')

type CredentialId = { id: string; transports: string[] }

/**
 * The options for the registration of an authenticator.
 * @param user.handle the name of the account in the authenticator: one key per handle, a newer one replaces it
 */
export async function creationOptions(
  party: RelyingParty,
  user: { handle: string; email: string; name: string },
  { known, use }: { known: readonly CredentialId[]; use: KeyUse },
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
    excludeCredentials: [...known],
    authenticatorSelection: demands[use],
  })
  // For missing fields the client uses its own defaults (security keys only), so no field may be missing. A browser ignores
  // an unknown attachment.
  const authenticatorSelection = { ...options.authenticatorSelection, authenticatorAttachment: null }
  return { ...options, hints: [], authenticatorSelection }
}

/** The options for a proof by an authenticator; by any passkey of this site if no credential is given. */
export async function requestOptions(party: RelyingParty, credential: CredentialId | null) {
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: TIMEOUT_MS,
    allowCredentials: credential ? [credential] : [],
    userVerification: demands[credential ? 'factor' : 'passkey'].userVerification,
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
    // We request no attestation. One with certificates could make us load lists from other servers.
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
    // The library throws for every error, and the sender need not know which one it was.
    return null
  }
}

export type StoredKey = { id: string; public_key: string; sign_count: number; transports: string[] }

/** Verifies a proof. @returns the use counter; null if the response is wrong or the counter went back */
export async function verifyAssertion(
  response: AuthenticationResponseJSON,
  nonce: string,
  { party, kept, use }: { party: RelyingParty; kept: StoredKey; use: KeyUse },
): Promise<number | null> {
  if (response.id !== kept.id) return null
  const { verifyAuthenticationResponse } = await loadLibrary()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: nonce,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: use === 'passkey',
      credential: {
        id: kept.id,
        publicKey: new Uint8Array(Buffer.from(kept.public_key, 'base64url')),
        counter: kept.sign_count,
        transports: kept.transports,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
