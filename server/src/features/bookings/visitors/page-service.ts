import { type ErrorCode, errors } from '@studiohub/contract/errors.ts'
import { getEndDate } from '@studiohub/contract/features/bookings/rules.ts'
import { type CreatedVisitorHold, VisitorForm } from '@studiohub/contract/features/bookings/visitors/schema.ts'
import { payableMinor } from '@studiohub/contract/features/studios/taxes/rules.ts'
import { dateFormat, type Formats, timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import type { FormOptions, FormState, HoldTexts } from '#features/availability/public-page/form-service.ts'
import { readPublicPage } from '#features/availability/public-page/service.ts'
import type { PageRequest } from '#features/studios/branding/address-service.ts'
import { readStudioPage } from '#features/studios/branding/service.ts'
import { readStudioTexts } from '#features/terms/page-service.ts'
import type { Config } from '#platform/config/config.ts'
import { getHostname, isHome } from '#platform/hosts/hosts.ts'
import { toAppError } from '#platform/http/errors.ts'
import { consumeLimits, getNetwork, type Limit } from '#platform/http/limits.ts'
import type { OwnerLookup } from '#platform/http/pages.ts'
import type { Clock } from '#platform/process/clock.ts'
import { createVisitorHold } from './create-visitor-hold.ts'

type Settings = { config: Config; clock: Clock }
/** The request for a page, and the IP address that it comes from. */
type VisitorPageRequest = PageRequest & { ip: string }
type FormAnswer = { owner: OwnerLookup; status: number }

const views: Limit = { name: 'public-page', count: 60, per_seconds: 60 }
const CACHE_MS = 10_000
const CACHED_PAGES_MAX = 500
/** The latest pages by address, for networks that request too many pages. */
const cachedPages = new Map<string, { at: number; owner: OwnerLookup }>()

/**
 * The requested page of a studio. Free times on public pages are expensive to find, so a network that requests too many pages
 * gets a copy that is up to ten seconds old.
 */
export async function showPage(request: VisitorPageRequest, { config, clock }: Settings): Promise<OwnerLookup> {
  const [path = '/', query] = request.url.toLowerCase().split('?')
  const isPublic = publicPath.test(path) || (path === '/' && !isHome(getHostname(request.host)))
  if (!isPublic) return readPage(request, { config, clock }, {})
  const key = `${request.host} ${path}`
  const isLimited = (await consumeLimits([{ limit: views, by: getNetwork(request.ip) }], clock.now())) !== null
  const cached = cachedPages.get(key)
  if (isLimited && cached && performance.now() - cached.at < CACHE_MS) return cached.owner
  const owner = await readPage(request, { config, clock }, isLimited ? { query: new URLSearchParams() } : {})
  if (cachedPages.size >= CACHED_PAGES_MAX) cachedPages.clear()
  if (isLimited || !query) cachedPages.set(key, { at: performance.now(), owner })
  return owner
}

const publicPath = /^\/(s|embed)\/[^/]+\/?$/

async function readPage(
  request: VisitorPageRequest,
  { config, clock }: Settings,
  options: FormOptions,
): Promise<OwnerLookup> {
  const owner = await readStudioPage(request, {
    config,
    now: clock.now(),
    readLegalTexts: readStudioTexts,
    readPublicPage: (tx, studio, now, query) =>
      readPublicPage(tx, studio, now, {
        query,
        takes_visitors: config.authSignup,
        captcha: config.captcha,
        ...options,
      }),
  })
  const { captcha } = config
  const hasForm = owner !== null && owner !== 'not_found' && 'public_page' in owner && !options.formatHold
  if (!hasForm || !captcha) return owner
  return { ...owner, head: { ...owner.head, scripts: [widgetScripts[captcha.provider]] } }
}

// Each widget fills the element that has its class, and adds a hidden field to the form.
const widgetScripts = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
} as const

/** Answers the form of a public page: with the page of the hold, or with the typed form and its errors. */
export async function answerForm(
  request: VisitorPageRequest,
  form: URLSearchParams,
  settings: Settings,
): Promise<FormAnswer> {
  const { config, clock } = settings
  const owner = await readStudioPage(request, { config, now: clock.now() })
  if (owner === 'not_found' || owner === null || 'redirect_to' in owner) return { owner, status: 404 }
  const answerWith = async (options: FormOptions, status: number) => ({
    owner: await readPage(request, settings, { query: form, ...options }),
    status,
  })
  const typed = { name: form.get('name') ?? '', email: form.get('email') ?? '', code: form.get('discount_code') ?? '' }
  const parsed = VisitorForm.safeParse(Object.fromEntries(form))
  if (!parsed.success)
    return answerWith({ form: { ...noErrors, ...typed, errors: errorsOf(parsed.error.issues) } }, INVALID)
  try {
    const visitor = { caller: { session_id: null, request_id: request.id }, ip: request.ip, now: clock.now() }
    // Each widget adds its own field to the form.
    const captcha_token = form.get('cf-turnstile-response') ?? form.get('h-captcha-response')
    const hold = await createVisitorHold({ ...parsed.data, slug: owner.studio.slug, captcha_token }, visitor)
    return await answerWith({ formatHold: (formats) => toHoldTexts(hold, parsed.data.email, formats) }, 200)
  } catch (error) {
    const { state, status } = toFormError(error)
    return answerWith({ form: { ...noErrors, ...typed, ...state } }, status)
  }
}

const INVALID = 422
const noErrors = { errors: {}, message: null, needs_sign_in: false } satisfies Partial<FormState>

function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): FormState['errors'] {
  const messageOf = (...fields: string[]) => issues.find(({ path }) => fields.includes(String(path[0])))?.message
  return {
    name: messageOf('name'),
    email: messageOf('email'),
    code: messageOf('discount_code'),
    time: messageOf('time', 'day', 'minutes', 'service'),
  }
}

/** Errors of the chosen time. Other errors are shown for the form as a whole. */
const timeErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'BOOKING_CONFLICT',
  'BOOKING_IN_PAST',
  'NOTICE_TOO_SHORT',
  'BEYOND_HORIZON',
  'OUTSIDE_OPENING_HOURS',
  'LENGTH_NOT_OFFERED',
  'SERVICE_NOT_OFFERED',
  'INVALID_TIME_RANGE',
  'TIME_DOES_NOT_EXIST',
  'RANGE_TOO_LONG',
  'PERSON_NOT_WORKING',
  'CALENDAR_BUSY',
  'PLAN_LIMIT_REACHED',
])

function toFormError(error: unknown): { state: Partial<FormState>; status: number } {
  const appError = toAppError(error)
  if (!appError || errors[appError.code].status >= 500) throw error
  const { code, message } = appError
  const status = errors[code].status
  if (code === 'DISCOUNT_NOT_VALID') return { state: { errors: { code: message } }, status }
  if (timeErrors.has(code)) return { state: { errors: { time: message } }, status }
  const needs_sign_in = code === 'VISITOR_SIGN_IN' || code === 'VISITOR_HOLD_OPEN' || code === 'RATE_LIMITED'
  return { state: { message, needs_sign_in }, status }
}

const longDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

function toHoldTexts(hold: CreatedVisitorHold, email: string, formats: Formats): HoldTexts {
  const { expires_at, timezone, service, room, booking_date, price_minor, currency, tax, cancellation } = hold
  const [start, end_time] = [timeText(hold.start_time, formats), timeText(hold.end_time, formats)]
  const end = hold.days === 1 ? end_time : `${longDay(getEndDate(hold), formats)}, ${end_time}`
  return {
    email,
    until: timeText(localAt(expires_at, timezone).time, formats),
    session: `${service}, ${longDay(booking_date, formats)}, ${start} – ${end}`,
    room,
    price: priceText(payableMinor(price_minor, tax), currency, formats),
    cancellation,
  }
}
