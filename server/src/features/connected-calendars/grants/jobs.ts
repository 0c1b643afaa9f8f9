import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { randomSecret, sha256 } from '#platform/auth/secrets.ts'
import { createConsentCall, ProviderBusyError, revokeTokens } from '#platform/calendars/consent.ts'
import { findCalendarProvider } from '#platform/calendars/providers.ts'
import { CalendarError } from '#platform/calendars/read-calendar.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { buildHomeUrl } from '#platform/hosts/home.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { type CalendarJobContext, computeRetryTime, connectProvider } from '../readings/jobs.ts'
import { type CalendarToRead, delayAccount } from '../readings/queries.ts'
import * as queries from './queries.ts'

const SECRET_BYTES = 32
const END_ONCE_SECONDS = 3_600

const Channel = z.object({ id: z.string(), resource: z.string().nullable() })

/**
 * Closes the channel of a disconnected calendar, or ends a consent that no calendar needs. Google ends all consents of an
 * account at once, so only the last grant of an account revokes its consent.
 */
const endGrant = defineJob('connected-calendars.end-grant', {
  payload: z.object({ grant_id: Id, channel: Channel.nullable() }),
  async run({ grant_id, channel }, { now, signal }) {
    const grant = await asSystem((tx) => queries.getGrantToEnd(tx, grant_id, now))
    if (!grant) return
    const provider = findCalendarProvider(grant.kind)
    if (provider && grant.secret !== null) {
      const tokens = queries.unsealTokens(grant.secret)
      const onTokens = (newTokens: typeof tokens) => asSystem((tx) => queries.saveTokens(tx, grant_id, newTokens))
      // A channel that cannot be closed expires in a few days.
      if (channel)
        await provider
          .closeChannel(createConsentCall({ server: provider, tokens, onTokens }, signal), channel)
          .catch(ignoreProblem)
      else if (!grant.is_used && !grant.is_shared) await revokeTokens(provider, tokens, signal)
    }
    if (grant.is_used) return
    // The end of the grant is queued behind waiting jobs, because they close other channels with its tokens.
    if (channel) await asSystem((tx) => queueGrantEnd(tx, { grant_id, channel: null }))
    else await asSystem((tx) => queries.deleteUnusedGrant(tx, grant_id))
  },
})

export const grantJobs = [endGrant]

function ignoreProblem(error: unknown): void {
  if (!(error instanceof CalendarError)) throw error
}

type GrantEnd = { grant_id: string; channel: z.output<typeof Channel> | null }

/** Queues the end of a grant, or of a channel, that a disconnected calendar needed. */
export const queueGrantEnd = (tx: Tx, input: GrantEnd): Promise<string | null> => enqueue(tx, endGrant, input)

/** Queues the end of grants without calendars. */
export async function endUnusedGrants(tx: Tx, now: Date, limit: number): Promise<void> {
  for (const grant_id of await queries.listUnusedGrants(tx, now, limit)) {
    await enqueue(tx, endGrant, { grant_id, channel: null }, { onceFor: { key: grant_id, seconds: END_ONCE_SECONDS } })
  }
}

/**
 * Asks the provider to report changes of a calendar, if it can reach this installation. Otherwise, or if this fails, the
 * calendar is only read at regular times.
 */
export async function renewChannel(calendar: CalendarToRead, context: CalendarJobContext): Promise<void> {
  const { id: calendar_id, grant_id, channel_renew_at } = calendar
  const { now } = context
  const isDue = channel_renew_at === null || Date.parse(channel_renew_at) <= now.getTime()
  const id = randomUUID()
  const address = buildHomeUrl(`/calendars/push/${id}`)
  if (grant_id === null || !isDue || !address.startsWith('https:')) return
  const tomorrow = new Date(now.getTime() + DAY_MS)
  const secret = randomSecret(SECRET_BYTES)
  try {
    const { provider, call, url } = connectProvider(calendar, context)
    // The channel is saved before the call, because the first report may arrive before the response.
    const newChannel = { channel_id: id, channel_hash: sha256(secret), channel_resource: null, renew_at: tomorrow }
    await asSystem((tx) => queries.saveChannel(tx, calendar_id, newChannel))
    const { resource, ends_at } = await provider.openChannel(call, url, { id, secret, address })
    const renew_at = new Date(Math.max(ends_at.getTime() - DAY_MS, now.getTime() + DAY_MS / 2))
    const openedChannel = { calendar_id, channel_id: id, channel_resource: resource, renew_at }
    if (!(await asSystem((tx) => queries.saveOpenedChannel(tx, openedChannel)))) {
      await provider.closeChannel(call, { id, resource }).catch(ignoreProblem)
    }
    const { channel_id: oldId, channel_resource } = calendar
    if (oldId !== null)
      await provider.closeChannel(call, { id: oldId, resource: channel_resource }).catch(ignoreProblem)
  } catch (error) {
    ignoreProblem(error)
    if (error instanceof ProviderBusyError)
      await asSystem((tx) => delayAccount(tx, calendar, computeRetryTime(error, now)))
    const noChannel = { channel_id: null, channel_hash: null, channel_resource: null, renew_at: tomorrow }
    await asSystem((tx) => queries.saveChannel(tx, calendar_id, noChannel))
  }
}
