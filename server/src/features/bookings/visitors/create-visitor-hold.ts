import { randomUUID } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import { mayHoldMore } from '@studiohub/contract/features/bookings/visitors/rules.ts'
import type {
  CreatedVisitorHold,
  NewVisitorHold,
  VisitorForm,
} from '@studiohub/contract/features/bookings/visitors/schema.ts'
import { VISITOR_HOLD_MINUTES } from '@studiohub/contract/features/bookings/visitors/words.ts'
import { noReductions, type Reductions } from '@studiohub/contract/features/prices/reductions/schema.ts'
import { findPublicStart } from '#features/availability/find-public-start.ts'
import { getPublicPage } from '#features/availability/public-page/queries.ts'
import { countLookup, type VisitorRequest } from '#features/availability/public-service.ts'
import { findVisitorDiscount } from '#features/discounts/find-visitor-discount.ts'
import { describeCancellation } from '#features/emails/bookings/wording.ts'
import { sealLink } from '#features/emails/proof-jobs.ts'
import { sendVisitorLink } from '#features/emails/visitor-jobs.ts'
import { resolveStudio } from '#features/studios/queries.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { type CaptchaSettings, verifyCaptcha } from '#platform/auth/captcha.ts'
import { randomSecret, sha256 } from '#platform/auth/secrets.ts'
import { getSignUpSettings } from '#platform/auth/sign-up-settings.ts'
import { actAs, asActor } from '#platform/db/actor.ts'
import { lock, lockStudioStatement, queueForLock } from '#platform/db/locks.ts'
import { getSqlState } from '#platform/db/sql-errors.ts'
import { executePrepared } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { countUse, getNetwork, type Limit, type LimitUse, waitText } from '#platform/http/limits.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { getVisitorUse, insertVisitorHold, type VisitorHoldRow } from './queries.ts'

const perNetwork: Limit = { name: 'visitor-holds', count: 5, per_seconds: 3600 }
const openHoldPerEmail: Limit = { name: 'visitor-mail', count: 1, per_seconds: VISITOR_HOLD_MINUTES * 60 }
const holdsPerEmailAndDay: Limit = { name: 'visitor-address', count: 3, per_seconds: 86_400 }
const SECRET_BYTES = 32
const EXCLUSION_VIOLATION = '23P01'

/**
 * Reserves a time for a visitor and queues the email with the link. It reads no account, client or plan, so neither the answer
 * nor its duration reveals who has an account.
 * @throws AppError BOOKING_CONFLICT, VISITOR_SIGN_IN, VISITOR_HOLD_OPEN, CAPTCHA_FAILED, RATE_LIMITED, DISCOUNT_NOT_VALID,
 * and the errors of `findPublicStart`
 */
export async function createVisitorHold(request: NewVisitorHold, visitor: VisitorRequest): Promise<CreatedVisitorHold> {
  await countLookup(visitor)
  const { authSignup, captcha } = getSignUpSettings()
  if (!authSignup) fail('VISITOR_SIGN_IN')
  if (captcha) await checkCaptcha(captcha, request.captcha_token ?? null, visitor.ip)
  const studio = await asActor(visitor.caller, (tx) => resolveStudio(tx, { slug: request.slug.toLowerCase() }))
  if (!studio) fail('NOT_FOUND')
  const { id, slug } = studio
  const { service, discount_code } = request
  const discount = discount_code
    ? await findVisitorDiscount({ studio_id: id, service_type: service, discount_code }, visitor)
    : null
  try {
    return await queueForLock('studio', id, () => holdTime({ ...request, studio: { id, slug }, discount }, visitor))
  } catch (error) {
    return getSqlState(error) === EXCLUSION_VIOLATION ? fail('BOOKING_CONFLICT') : Promise.reject(error)
  }
}

async function checkCaptcha(captcha: CaptchaSettings, token: string | null, ip: string) {
  const verdict = token === null ? 'failed' : await verifyCaptcha(captcha, token, ip)
  if (verdict === 'unreachable') {
    fail('CAPTCHA_FAILED', { message: 'The captcha cannot be checked at the moment. Please try again.' })
  }
  if (verdict !== 'passed') fail('CAPTCHA_FAILED')
}

type HoldRequest = VisitorForm & { studio: { id: string; slug: string }; discount: Reductions['discount'] }

function holdTime(request: HoldRequest, { caller, ip, now }: VisitorRequest): Promise<CreatedVisitorHold> {
  const { studio, service: key, day, time, minutes, name, email, discount } = request
  return asActor(caller, async (tx) => {
    await executePrepared(tx, lockStudioStatement(studio.id))
    const page = (await getPublicPage(tx, studio.id)) ?? fail('NOT_FOUND')
    const reductions = { ...noReductions, discount }
    const publicStart = await findPublicStart(
      tx,
      { slug: studio.slug, service: key, day, time, minutes, reductions },
      now,
    )
    // The form does not ask how many people come.
    if (!page.visitors_can_book || publicStart.service.pricing.unit === 'person') fail('VISITOR_SIGN_IN')
    const { times, instants, price, occupied_times, free_minutes } = publicStart
    const token = randomSecret(SECRET_BYTES)
    const row: VisitorHoldRow = {
      id: randomUUID(),
      studio_id: studio.id,
      name,
      email,
      token_hash: sha256(token),
      service_type: key,
      ...times,
      ...instants,
      price_minor: price.price_minor,
      currency: price.currency,
      created_at: now.toISOString(),
      // A code is stored only if it lowers this price.
      discount_code: price.price_lines.some(({ key }) => key === discount?.id) ? (discount?.code ?? null) : null,
      expires_at: new Date(now.getTime() + VISITOR_HOLD_MINUTES * 60_000).toISOString(),
    }
    await actAs(tx, 'auth')
    await countHold(tx, { email, network: getNetwork(ip) }, now)
    await actAs(tx, 'system')
    const use = await getVisitorUse(tx, { email, studio_id: studio.id, date: day, now })
    if (use.has_open) fail('VISITOR_HOLD_OPEN')
    if (!mayHoldMore({ ...use, free_minutes, minutes })) {
      fail('VISITOR_SIGN_IN', {
        message: 'Many people are choosing times on this day. Please sign in to book this one.',
      })
    }
    await insertVisitorHold(tx, row, occupied_times)
    await recordHold(tx, row, caller.request_id)
    await enqueue(tx, sendVisitorLink, { hold_id: row.id, sealed_token: sealLink(token) })
    const { booking_date, start_time, end_time, days } = times
    const { price_minor, currency, expires_at } = row
    const { service, room_id } = publicStart
    const session = { ...row, ...page, status: 'confirmed', tax: service.tax }
    const cancellation = describeCancellation(session, now)
    return {
      service: service.label,
      room: page.rooms.find(({ id }) => id === room_id)?.name ?? '',
      timezone: page.timezone,
      booking_date,
      start_time,
      end_time,
      days,
      price_minor,
      currency,
      expires_at,
      cancellation,
      tax: service.tax,
    }
  })
}

// An error rolls the counts back, so that only successful calls count.
async function countHold(tx: Tx, { email, network }: { email: string; network: string }, now: Date) {
  // Without this lock, concurrent holds of one email address at two studios would not count each other.
  await lock(tx, 'user', email)
  await countUseOrFail(tx, { limit: perNetwork, by: network }, now)
  if (await countUse(tx, { limit: openHoldPerEmail, by: email }, now)) fail('VISITOR_HOLD_OPEN')
  await countUseOrFail(tx, { limit: holdsPerEmailAndDay, by: email }, now)
}

async function countUseOrFail(tx: Tx, use: LimitUse, now: Date) {
  const wait = await countUse(tx, use, now)
  if (!wait) return
  const message = `You are already holding several times. Please sign in to book, or try again ${waitText(wait)}.`
  fail('RATE_LIMITED', { message, details: { ...wait } })
}

const recordHold = (tx: Tx, { id, studio_id, service_type, booking_date }: VisitorHoldRow, request_id: string) =>
  insertAuditEntry(tx, {
    actor_id: null,
    session_id: null,
    studio_id,
    action: 'bookings.createVisitorHold',
    object_type: 'visitor_hold',
    object_id: id,
    after: { service_type, booking_date },
    request_id,
  })
