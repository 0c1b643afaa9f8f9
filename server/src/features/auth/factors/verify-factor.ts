import { answerTokens, type TokenData } from '#features/auth/sessions/answer-tokens.ts'
import * as sessions from '#features/auth/sessions/queries.ts'
import { AuthError, type RequestContext, throwAuthError } from '#features/auth/wire/rules.ts'
import { parseInput } from '#features/auth/wire/schema.ts'
import { asAuth } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { consumeLimits, type Limit, type LimitUse } from '#platform/http/limits.ts'
import { readTransports, requireUsableFactor } from './challenge-factor.ts'
import * as queries from './queries.ts'
import { factorErrors, findChallengeError, findCodeStep, isTextCode, openSecret, TRIES_MAX } from './rules.ts'
import { Assertion, type FactorAnswer, Registration } from './schema.ts'
import {
  countFactorCall,
  type FactorSettings,
  factorNetworkKey,
  isKnownNetwork,
  raiseWithFactor,
  recordEvent,
} from './service.ts'
import { relyingParty, verifyAssertion, verifyRegistration } from './webauthn/rules.ts'

// Three of a million codes are valid at any time. These limits apply to all factors and challenges of a person together. The
// chance to guess a code within a day is one in three thousand, for a person who knows the password.
const codesPerUser: Limit = { name: 'factor-code', count: 10, per_seconds: 900 }
const codesPerUserDay: Limit = { name: 'factor-code-day', count: 50, per_seconds: 86_400 }
const codesPerKnownNetwork: Limit = { name: 'factor-code-known-place', count: 10, per_seconds: 900 }
const codesPerKnownNetworkDay: Limit = { name: 'factor-code-known-place-day', count: 100, per_seconds: 86_400 }

/** Checks the answer to a challenge. The right answer raises the session to `aal2` and returns its new tokens. */
export async function verifyFactor(
  tokenData: TokenData,
  input: { factor_id: string; answer: FactorAnswer },
  settings: FactorSettings,
  context: RequestContext,
) {
  await countFactorCall('verify', tokenData.user.id, context)
  const factor = await asAuth((tx) => requireUsableFactor(tx, tokenData, input.factor_id, settings))
  const outcome =
    factor.factor_type === 'webauthn'
      ? await answerWithKey(tokenData, { factor, answer: input.answer }, settings, context)
      : await answerWithCode(tokenData, { factor, answer: input.answer }, settings, context)
  if (outcome instanceof AuthError) throw outcome
  return answerTokens(outcome, context.now)
}

type FactorAttempt = { factor: queries.FactorRow; answer: FactorAnswer }

// A stranger who knows the password may use up a person's attempts, so networks where the person proved a factor before have
// their own limits.
async function countCode(user_id: string, { ip, now }: RequestContext) {
  const consume = (...uses: LimitUse[]) => consumeLimits(uses, now)
  const wait = await consume({ limit: codesPerUser, by: user_id }, { limit: codesPerUserDay, by: user_id })
  if (!wait) return
  const network = factorNetworkKey(user_id, ip)
  const networkUses = [codesPerKnownNetwork, codesPerKnownNetworkDay].map((limit) => ({ limit, by: network }))
  const networkWait = (await isKnownNetwork(user_id, ip)) ? await consume(...networkUses) : wait
  if (networkWait) throwAuthError('over_request_rate_limit', networkWait)
}

async function answerWithCode(
  tokenData: TokenData,
  attempt: FactorAttempt,
  settings: FactorSettings,
  context: RequestContext,
) {
  const code = attempt.answer.code ?? throwAuthError('validation_failed', { message: 'Code needs to be non-empty' })
  await countCode(tokenData.user.id, context)
  // A thrown error would roll back the count of a wrong attempt, so it is returned.
  return asAuth(async (tx) => {
    const challengeOrError = await findChallenge(tx, tokenData, attempt, settings, context)
    if (challengeOrError instanceof AuthError) return challengeOrError
    const { factor, challenge, session } = challengeOrError
    const isRight = await isRightCode(tx, challengeOrError, code.replaceAll(' ', ''), context.now)
    const isLast = isRight || challenge.tries + 1 >= TRIES_MAX
    await queries.countChallengeTry(tx, challenge.id, isLast ? context.now : null)
    if (!isRight) return rejectAnswer(tx, tokenData, factor, context)
    const isNew = await queries.verifyFactor(tx, factor.id, context.now)
    return raiseWithFactor(tx, { user: tokenData.user, session }, { factor, isNew }, context)
  })
}

type OpenChallenge = { factor: queries.FactorRow; challenge: queries.Challenge; session: sessions.Session }

/** Locks the person and the session, and reads the factor again with both. */
async function lockFactorOfSession(tx: Tx, tokenData: TokenData, id: string, settings: FactorSettings) {
  await lock(tx, 'user', tokenData.user.id)
  const session = (await sessions.lockSession(tx, tokenData.session.id)) ?? throwAuthError('session_not_found')
  const factors = await queries.listFactors(tx, tokenData.user.id)
  const factor = await requireUsableFactor(tx, { ...tokenData, factors, session }, id, settings)
  return { factor, session }
}

/** Reads and locks the challenge and everything that an answer changes, until the transaction ends. */
async function findChallenge(
  tx: Tx,
  tokenData: TokenData,
  { factor: { id }, answer }: FactorAttempt,
  settings: FactorSettings,
  { now }: RequestContext,
): Promise<OpenChallenge | AuthError> {
  const { factor, session } = await lockFactorOfSession(tx, tokenData, id, settings)
  const challenge = await queries.lockChallenge(tx, answer.challenge_id, id)
  const challengeError = findChallengeError(challenge, session.id, now)
  if (challengeError) return challengeError
  return challenge ? { factor, challenge, session } : new AuthError('mfa_factor_not_found')
}

function isRightCode(
  tx: Tx,
  { factor, challenge }: OpenChallenge,
  code: string,
  now: Date,
): Promise<boolean> | boolean {
  if (challenge.code_mac !== null) return isTextCode(challenge.code_mac, challenge.id, code)
  const step = factor.secret === null ? null : findCodeStep(openSecret(factor.secret), code, now)
  return step !== null && queries.markStepUsed(tx, factor.id, step)
}

async function rejectAnswer(tx: Tx, tokenData: TokenData, factor: queries.FactorRow, context: RequestContext) {
  await recordEvent(tx, tokenData, { action: 'factor.refused', factor }, context)
  return new AuthError('mfa_verification_failed', { message: factorErrors[factor.factor_type].wrong })
}

/**
 * Checks an authenticator's signature between two transactions, because the check may take long. The first one uses up the
 * challenge, also for a wrong signature. The second one makes the change.
 */
async function answerWithKey(
  tokenData: TokenData,
  attempt: FactorAttempt,
  settings: FactorSettings,
  context: RequestContext,
) {
  const response = attempt.answer.webauthn?.credential_response
  const isNew = attempt.factor.status === 'unverified'
  const check = isNew
    ? createRegistrationCheck(response, settings, attempt.factor.id)
    : createAssertionCheck(response, attempt.factor, settings)
  const openChallenge = await asAuth(async (tx) => {
    const challengeOrError = await findChallenge(tx, tokenData, attempt, settings, context)
    if (!(challengeOrError instanceof AuthError))
      await queries.countChallengeTry(tx, challengeOrError.challenge.id, context.now)
    return challengeOrError
  })
  if (openChallenge instanceof AuthError) return openChallenge
  const saveProof = await check(openChallenge.challenge.nonce ?? '', context.now)
  return asAuth(async (tx) => {
    const { factor, session } = await lockFactorOfSession(tx, tokenData, attempt.factor.id, settings)
    if (!saveProof || !(await saveProof(tx))) return rejectAnswer(tx, tokenData, factor, context)
    return raiseWithFactor(tx, { user: tokenData.user, session }, { factor, isNew }, context)
  })
}

/** Checks an answer. Resolves to null if it is wrong, else to a function that stores the result. */
type AnswerCheck = (nonce: string, now: Date) => Promise<((tx: Tx) => Promise<boolean>) | null>

const requireRelyingParty = ({ publicUrl }: FactorSettings) =>
  relyingParty(publicUrl) ?? throwAuthError('mfa_webauthn_verify_not_enabled')

function createRegistrationCheck(answer: unknown, settings: FactorSettings, id: string): AnswerCheck {
  const response = parseInput(Registration, answer)
  return async (nonce, now) => {
    const credential = await verifyRegistration(response, nonce, {
      party: requireRelyingParty(settings),
      use: 'factor',
    })
    return credential && ((tx) => queries.saveCredential(tx, { id, ...credential, now }))
  }
}

function createAssertionCheck(answer: unknown, factor: queries.FactorRow, settings: FactorSettings): AnswerCheck {
  const response = parseInput(Assertion, answer)
  const from = factor.sign_count ?? 0
  const credential = {
    id: factor.credential_id ?? '',
    public_key: factor.public_key ?? '',
    sign_count: from,
    transports: readTransports(factor.transports),
  }
  return async (nonce) => {
    const to = await verifyAssertion(response, nonce, {
      party: requireRelyingParty(settings),
      key: credential,
      use: 'factor',
    })
    return to === null ? null : (tx) => queries.setSignCount(tx, { id: factor.id, from, to })
  }
}
