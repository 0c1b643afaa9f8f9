import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import { isLoopback } from '#platform/config/values.ts'

/** The relying party of credentials, and the pages that may ask for them. */
export type RelyingParty = { id: string; origins: string[] }

/**
 * Ours, always: nothing of it is taken from a request. On this machine it is `localhost`, since an address cannot be
 * one; null where the product's own host is an address.
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
// EdDSA, ES256 and RS256. What the library offers beyond these is experimental in our runtime.
const ALGORITHMS = [-8, -7, -257]
// A second factor stands beside a password: a key without a fingerprint or PIN will do.
const USER_VERIFICATION = 'preferred'

type Known = { id: string; transports: string[] }

/** What an authenticator is asked for at its registration. */
export async function creationOptions(
  party: RelyingParty,
  user: { id: string; email: string; name: string },
  known: readonly Known[],
) {
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: party.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: [...known],
    authenticatorSelection: {
      residentKey: 'preferred',
      requireResidentKey: false,
      userVerification: USER_VERIFICATION,
    },
  })
  // The client lays its own wishes under ours (a security key, nothing else), so none may be left out. A browser takes
  // an attachment it does not know as none.
  const authenticatorSelection = { ...options.authenticatorSelection, authenticatorAttachment: null }
  return { ...options, hints: [], authenticatorSelection }
}

/** What an authenticator is asked for when it is to prove itself. */
export async function requestOptions(party: RelyingParty, credential: Known) {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: TIMEOUT_MS,
    allowCredentials: [credential],
    userVerification: USER_VERIFICATION,
  })
  return { ...options, hints: [], attestation: 'none' }
}

/** What an authenticator registered; null where anything about its answer is wrong. */
export async function registered(response: RegistrationResponseJSON, nonce: string, party: RelyingParty) {
  try {
    // We ask for no attestation. One with certificates could make us fetch lists from wherever they say.
    const statement = decodeAttestationObject(Buffer.from(response.response.attestationObject, 'base64url'))
    if (statement.get('attStmt').get('x5c') || !['none', 'packed'].includes(statement.get('fmt'))) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: nonce,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: false,
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
    // The library says what is wrong by throwing; for the sender they are all the same.
    return null
  }
}

type StoredKey = { id: string; public_key: string; sign_count: number; transports: string[] }

/** How often the authenticator says it was used; null where the answer is wrong or the count went back. */
export async function asserted(
  response: AuthenticationResponseJSON,
  nonce: string,
  { party, kept }: { party: RelyingParty; kept: StoredKey },
): Promise<number | null> {
  if (response.id !== kept.id) return null
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: nonce,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: false,
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
