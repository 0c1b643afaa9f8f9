import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canConnectCalendar, canSeeCalendarTimes } from '@studiohub/contract/features/connected-calendars/policy.ts'
import type {
  CalendarConsent,
  CalendarGrant,
  ConnectedCalendar,
  NewCalendarGrant,
  NewGrantCalendars,
} from '@studiohub/contract/features/connected-calendars/schema.ts'
import type { CalendarProviderKind } from '@studiohub/contract/features/connected-calendars/words.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { randomSecret, sha256 } from '#platform/auth/secrets.ts'
import type { CalendarProvider } from '#platform/calendars/calendar-provider.ts'
import {
  buildConsentUrl,
  buildUrlWithin,
  createConsentCall,
  createVerifier,
  redeemCode,
  type Tokens,
} from '#platform/calendars/consent.ts'
import { findCalendarProvider } from '#platform/calendars/providers.ts'
import { CalendarError } from '#platform/calendars/read-calendar.ts'
import { actAs, asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { buildHomeUrl } from '#platform/hosts/home.ts'
import { getResource } from '../../resources/queries.ts'
import { queueReading } from '../jobs.ts'
import * as calendars from '../queries.ts'
import * as readings from '../readings/queries.ts'
import { recordCalendar, requireConnectRight } from '../service.ts'
import * as queries from './queries.ts'

const STATE_BYTES = 32
/** The time limit of all calls to the provider, because a person waits for them. */
const PROVIDER_CALLS_MS = 25_000
/** All reports within this time queue one reading. The job that runs every minute reads later changes. */
const PUSH_SECONDS = 10

const PROVIDER_NOT_OFFERED = 'Calendars of this provider cannot be connected here.'
const EXPIRED = 'This consent has expired, or began in another session. Connect the calendar again.'
const OTHER_ACCOUNT =
  'This is a different account. Choose the same account as before, or disconnect the calendar first.'

/** The address to which providers send people back. Operators register it at the provider. */
const redirectUri = () => buildHomeUrl('/calendars/consent')

const requireProvider = (kind: CalendarProviderKind): CalendarProvider =>
  findCalendarProvider(kind) ?? fail('NOT_FOUND', { message: PROVIDER_NOT_OFFERED })

/** Only the session that begins a consent may complete it. An API key has no session. */
const requireSession = ({ session_id }: Caller): string => session_id ?? fail('FORBIDDEN')

/** Begins a consent. The state contains the page to which people return: admins manage the calendars of rooms in the settings. */
const createConsent = ({ role }: Actor, { user_id }: { user_id: string | null }) => ({
  state: `${user_id === null && role === 'studio_admin' ? 'settings' : 'profile'}.${randomSecret(STATE_BYTES)}`,
  verifier: createVerifier(),
})

/** Begins a consent for the calendars of a person or a room. @returns the address of the provider's page */
export function createGrant(
  caller: Caller,
  { studio_id, resource_id, kind }: NewCalendarGrant & { studio_id: string },
  now: Date,
): Promise<{ url: string }> {
  const provider = requireProvider(kind)
  const session_id = requireSession(caller)
  return asActor(caller, async (tx, actor) => {
    const owner_id = await requireConnectRight(tx, actor, { studio_id, resource_id }, now)
    const resource = (await getResource(tx, resource_id)) ?? fail('NOT_FOUND')
    await actAs(tx, 'system')
    const { state, verifier } = createConsent(actor, resource)
    const consent = { state_hash: sha256(state), session_id, verifier, now }
    const id = await queries.insertGrant(tx, { studio_id, resource_id, owner_id, kind }, consent)
    await audit(tx, actor, {
      action: 'connectedCalendars.createGrant',
      studio_id,
      after: { resource_id, kind },
      object_type: 'calendar_grant',
      object_id: id,
      request_id: caller.request_id,
    })
    return { url: buildConsentUrl(provider, { redirect_uri: redirectUri(), state, verifier, account: null }) }
  })
}

/** Begins the consent for a calendar again. Only the calendar's owner may do this. @returns the address of the provider's page */
export function renewGrant(caller: Caller, calendar_id: string, now: Date): Promise<{ url: string }> {
  const session_id = requireSession(caller)
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const calendar = (await calendars.getCalendar(tx, calendar_id, user_id)) ?? fail('NOT_FOUND')
    const { studio_id, resource_id } = calendar
    authorize(calendar.is_own)
    await requireConnectRight(tx, actor, { studio_id, resource_id }, now)
    const resource = (await getResource(tx, resource_id)) ?? fail('NOT_FOUND')
    await actAs(tx, 'system')
    const { grant_id } = (await readings.getCalendarToRead(tx, calendar_id)) ?? fail('NOT_FOUND')
    if (grant_id === null) fail('NOT_FOUND')
    const { state, verifier } = createConsent(actor, resource)
    const consent = { state_hash: sha256(state), session_id, verifier, now }
    const grant = (await queries.renewGrant(tx, { id: grant_id, owner_id: user_id }, consent)) ?? fail('NOT_FOUND')
    await recordCalendar(tx, actor, { caller, action: 'connectedCalendars.renewGrant', calendar })
    const request = { redirect_uri: redirectUri(), state, verifier, account: grant.account }
    return {
      url: buildConsentUrl(requireProvider(calendars.getConsentProvider(calendar.kind) ?? fail('NOT_FOUND')), request),
    }
  })
}

/**
 * Completes a consent with the code from the provider's page. First the state is used up, so that it works only once. Then
 * the provider is called, without an open transaction.
 * @throws AppError NOT_FOUND if the consent expired or began in another session, CALENDARS_NOT_FOUND if the provider fails
 */
export async function redeemGrant(
  caller: Caller,
  { studio_id, state, code }: CalendarConsent & { studio_id: string },
  now: Date,
): Promise<CalendarGrant> {
  const session_id = requireSession(caller)
  const grant = await asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canSeeCalendarTimes(actor, studio_id))
    await actAs(tx, 'system')
    const claim = { studio_id, state_hash: sha256(state), session_id, owner_id: user_id, now }
    return (await queries.claimConsent(tx, claim)) ?? fail('NOT_FOUND', { message: EXPIRED })
  })
  const provider = requireProvider(grant.kind)
  const { tokens, account, items } = await redeemAndListCalendars(provider, { code, verifier: grant.verifier })
  if (grant.account !== null && grant.account !== account) fail('CALENDARS_NOT_FOUND', { message: OTHER_ACCOUNT })
  const is_renewed = await asActor(caller, async (tx, actor) => {
    const resource = (await getResource(tx, grant.resource_id)) ?? fail('NOT_FOUND')
    authorize(canConnectCalendar(requireRole(actor), resource))
    await actAs(tx, 'system')
    const renewed = await queries.saveConsent(tx, { id: grant.id, account, tokens, now })
    for (const calendar of renewed) await queueReading(tx, calendar)
    await audit(tx, actor, {
      action: 'connectedCalendars.redeemGrant',
      studio_id,
      after: { resource_id: grant.resource_id, kind: grant.kind },
      object_type: 'calendar_grant',
      object_id: grant.id,
      request_id: caller.request_id,
    })
    return renewed.length > 0
  })
  const { id, resource_id, kind } = grant
  return { id, resource_id, kind, account, is_renewed, items: is_renewed ? [] : items }
}

async function redeemAndListCalendars(
  provider: CalendarProvider,
  { code, verifier }: { code: string; verifier: string },
) {
  const signal = AbortSignal.timeout(PROVIDER_CALLS_MS)
  try {
    let tokens = await redeemCode(provider, { code, verifier, redirect_uri: redirectUri() }, signal)
    const onTokens = async (newTokens: Tokens) => {
      tokens = newTokens
    }
    const { account, calendars } = await provider.list(
      createConsentCall({ server: provider, tokens, onTokens }, signal),
    )
    return {
      tokens,
      account,
      items: calendars.map((calendar) => ({ ...calendar, url: provider.apiUrl + calendar.url })),
    }
  } catch (error) {
    if (error instanceof CalendarError) fail('CALENDARS_NOT_FOUND', { message: error.message })
    if (!(error instanceof Error && error.name === 'TimeoutError')) throw error
    fail('CALENDARS_NOT_FOUND', { message: `${provider.label} did not answer in time.` })
  }
}

/** Connects calendars with a consent, all or none, and queues their first reading. */
export function connectGrantCalendars(
  caller: Caller,
  { studio_id, id, calendars: newCalendars }: NewGrantCalendars & { studio_id: string; id: string },
  now: Date,
): Promise<{ items: ConnectedCalendar[] }> {
  return asActor(caller, async (tx, actor) => {
    const { user_id: owner_id } = requireRole(actor)
    authorize(canSeeCalendarTimes(actor, studio_id))
    await lock(tx, 'studio', studio_id)
    await actAs(tx, 'system')
    const grant = (await queries.getGrant(tx, { id, studio_id, owner_id })) ?? fail('NOT_FOUND', { message: EXPIRED })
    const { resource_id, kind } = grant
    const provider = requireProvider(kind)
    await requireConnectRight(tx, actor, { studio_id, resource_id }, now)
    const items: ConnectedCalendar[] = []
    if (newCalendars.some(({ receives }) => receives)) await calendars.endReceiving(tx, resource_id, null)
    for (const { url: clientUrl, label, blocks, receives } of newCalendars) {
      const message = `This is not a calendar of ${provider.label}.`
      const url = buildUrlWithin(provider, clientUrl) ?? fail('VALIDATION_FAILED', { message })
      const row = { studio_id, resource_id, owner_id, label, kind, blocks, receives, secret: { url }, now }
      const consent = { id, account: grant.account ?? provider.label }
      const calendar_id = (await calendars.insertCalendar(tx, { ...row, grant: consent })) ?? fail('CALENDARS_FULL')
      const calendar = (await calendars.getCalendar(tx, calendar_id, owner_id)) ?? fail('NOT_FOUND')
      await queueReading(tx, { ...calendar, grant_id: id })
      await recordCalendar(tx, actor, { caller, action: 'connectedCalendars.createFromGrant', calendar })
      items.push(calendar)
    }
    return { items }
  })
}

/** Handles a provider's report of a change: queues a reading of the calendar. @throws AppError NOT_FOUND for an unknown channel */
export function receivePush({ id, secrets }: { id: string; secrets: string[] }, now: Date): Promise<void> {
  return asSystem(async (tx) => {
    const hashes = secrets.map(sha256)
    const calendar = (await queries.scheduleReadingOfChannel(tx, { id, hashes, now })) ?? fail('NOT_FOUND')
    await queueReading(tx, calendar, { onceFor: { key: `push ${calendar.id}`, seconds: PUSH_SECONDS } })
  })
}
