import { randomInt, randomUUID } from 'node:crypto'
import { DAY_SECONDS } from '@studiohub/contract/shared/durations.ts'
import type { TokenData } from '#features/auth/sessions/answer-tokens.ts'
import { requireRaised } from '#features/auth/sessions/require-session.ts'
import { type RequestContext, throwAuthError } from '#features/auth/wire/rules.ts'
import { asAuth } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { consumeLimits, getNetwork, type Limit, type LimitUse } from '#platform/http/limits.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import * as queries from './queries.ts'
import { CHALLENGE_LIFE_MS, factorErrors, macOfTextCode } from './rules.ts'
import {
  countFactorCall,
  type FactorSettings,
  factorNetworkKey,
  isKindEnabled,
  isKnownNetwork,
  requireFactor,
} from './service.ts'
import { sealCode, sendTextCode } from './sms/jobs.ts'
import { buildCreationOptions, buildRequestOptions, relyingParty } from './webauthn/rules.ts'

const CODE_DIGITS = 6
// Each of these limits caps how much a person with a premium number can earn from our text messages.
const smsPerFactor: Limit = { name: 'sms-factor', count: 1, per_seconds: 60 }
const smsPerUser: Limit = { name: 'sms-user', count: 10, per_seconds: DAY_SECONDS }
// A stranger who knows the password must not use up all messages of a day. So a network where the owner proved a factor
// before has its own limit, and a new network gets only a part of the rest.
const smsPerUserKnown: Limit = { name: 'sms-user-known', count: 10, per_seconds: DAY_SECONDS }
const smsPerNewNetwork: Limit = { name: 'sms-new-place', count: 4, per_seconds: DAY_SECONDS }
const smsPerNetwork: Limit = { name: 'sms-network', count: 30, per_seconds: DAY_SECONDS }
// For unconfirmed numbers only, so that a stranger cannot use up the messages of the number's owner.
const smsPerNewNumber: Limit = { name: 'sms-number', count: 1, per_seconds: 60 }
const smsPerNewNumberDay: Limit = { name: 'sms-number-day', count: 5, per_seconds: DAY_SECONDS }

type ChallengeDetails = { webauthn?: { type: 'create' | 'request'; credential_options: { publicKey: object } } }

/**
 * Starts a challenge: sends a text code, or returns what an authenticator has to sign. An authenticator app needs neither.
 */
export async function challengeFactor(
  tokenData: TokenData,
  input: { factor_id: string; channel: 'sms' | 'whatsapp' },
  settings: FactorSettings,
  context: RequestContext,
) {
  await countFactorCall('challenge', tokenData.user.id, context)
  const factor = await asAuth((tx) => requireUsableFactor(tx, tokenData, input.factor_id, settings))
  const challenge = { id: randomUUID(), expires_at: new Date(context.now.getTime() + CHALLENGE_LIFE_MS) }
  const details = await startChallenge(tokenData, { factor, challenge, channel: input.channel }, settings, context)
  const expires_at = Math.floor(challenge.expires_at.getTime() / 1000)
  return { id: challenge.id, type: factor.factor_type, expires_at, ...details }
}

/** Requires a factor that can be used now. To add a second factor, the session must be confirmed with the first. */
export async function requireUsableFactor(tx: Tx, tokenData: TokenData, id: string, settings: FactorSettings) {
  const factor = await requireFactor(tx, tokenData, id)
  if (!isKindEnabled(factor.factor_type, settings)) throwAuthError(factorErrors[factor.factor_type].cannotVerify)
  if (factor.status === 'unverified') requireRaised(tokenData, 403)
  return factor
}

type ChallengeRequest = {
  factor: queries.FactorRow
  challenge: { id: string; expires_at: Date }
  channel: 'sms' | 'whatsapp'
}

async function startChallenge(
  tokenData: TokenData,
  request: ChallengeRequest,
  settings: FactorSettings,
  context: RequestContext,
): Promise<ChallengeDetails> {
  switch (request.factor.factor_type) {
    case 'totp':
      await saveChallenge(tokenData, request, {}, context)
      return {}
    case 'phone':
      await sendCode(tokenData, request, settings, context)
      return {}
    case 'webauthn':
      return startWebauthnChallenge(tokenData, request, settings, context)
  }
}

function saveChallenge(
  { user, session }: TokenData,
  { factor, challenge }: ChallengeRequest,
  secrets: { nonce?: string; code?: string; channel?: 'sms' | 'whatsapp' },
  context: RequestContext,
) {
  const { nonce = null, code, channel = 'sms' } = secrets
  const code_mac = code === undefined ? null : macOfTextCode(challenge.id, code)
  return asAuth(async (tx) => {
    await lock(tx, 'user', user.id)
    const { factor_id, session_id } = { factor_id: factor.id, session_id: session.id }
    await queries.createChallenge(tx, { ...challenge, factor_id, session_id, code_mac, nonce, now: context.now })
    if (code === undefined) return
    await enqueue(tx, sendTextCode, { challenge_id: challenge.id, channel, sealed_code: sealCode(code) })
  })
}

async function sendCode(
  tokenData: TokenData,
  request: ChallengeRequest,
  settings: FactorSettings,
  context: RequestContext,
) {
  const { factor, channel } = request
  const phone = factor.phone ?? ''
  const { id: user_id } = tokenData.user
  const isKnown = await isKnownNetwork(user_id, context.ip)
  const numberUses: LimitUse[] = [
    { limit: smsPerNewNumber, by: phone },
    { limit: smsPerNewNumberDay, by: phone },
  ]
  const personUses: LimitUse[] = isKnown
    ? [{ limit: smsPerUserKnown, by: user_id }]
    : [
        { limit: smsPerNewNetwork, by: factorNetworkKey(user_id, context.ip) },
        { limit: smsPerUser, by: user_id },
      ]
  const uses: LimitUse[] = [
    // Rejected calls count too. The calls of strangers must not count for a known network.
    { limit: smsPerFactor, by: `${factor.id} ${isKnown ? 'known' : 'new'}` },
    ...(factor.status === 'unverified' ? numberUses : []),
    ...personUses,
    { limit: smsPerNetwork, by: getNetwork(context.ip) },
    { limit: { name: 'sms', count: settings.smsPerHour, per_seconds: 3600 }, by: 'everybody' },
  ]
  const wait = await consumeLimits(uses, context.now)
  if (wait) throwAuthError('over_sms_send_rate_limit', wait)
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  await saveChallenge(tokenData, request, { code, channel }, context)
}

const isText = (value: unknown): value is string => typeof value === 'string'
/** The stored transports of an authenticator. */
export const readTransports = (stored: unknown): string[] => (Array.isArray(stored) ? stored.filter(isText) : [])

async function startWebauthnChallenge(
  tokenData: TokenData,
  request: ChallengeRequest,
  settings: FactorSettings,
  context: RequestContext,
) {
  const { user } = tokenData
  const { factor } = request
  const party = relyingParty(settings.publicUrl) ?? throwAuthError('mfa_webauthn_verify_not_enabled')
  if (factor.status === 'verified') {
    const credential = { id: factor.credential_id ?? '', transports: readTransports(factor.transports) }
    const publicKey = await buildRequestOptions(party, credential)
    await saveChallenge(tokenData, request, { nonce: publicKey.challenge }, context)
    return { webauthn: { type: 'request' as const, credential_options: { publicKey } } }
  }
  const existing = await asAuth((tx) => queries.listCredentials(tx, user.id))
  const { full_name } = user.user_metadata
  const publicKey = await buildCreationOptions(
    party,
    { handle: user.id, email: user.email, name: typeof full_name === 'string' ? full_name : user.email },
    {
      existing: existing.map(({ credential_id, transports }) => ({
        id: credential_id ?? '',
        transports: readTransports(transports),
      })),
      use: 'factor',
    },
  )
  await saveChallenge(tokenData, request, { nonce: publicKey.challenge }, context)
  return { webauthn: { type: 'create' as const, credential_options: { publicKey } } }
}
