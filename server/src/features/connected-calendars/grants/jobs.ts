import { randomUUID } from 'node:crypto'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { randomSecret, sha256 } from '#platform/auth/secrets.ts'
import { callWith, revokeTokens } from '#platform/calendars/consent.ts'
import { findCalendarProvider } from '#platform/calendars/providers.ts'
import { CalendarProblem } from '#platform/calendars/read-calendar.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { pageAtHome } from '#platform/hosts/home.ts'
import { defineJob, enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import type { CalendarToRead } from '../queries.ts'
import { openProvider } from '../readings/jobs.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000
const SECRET_BYTES = 32
const ONCE_SECONDS = 3_600

const Channel = z.object({ id: z.string(), resource: z.string().nullable() })

/**
 * Ends a channel of a calendar that was disconnected, and the consent itself when no calendar needs it. Google ends all
 * consents of an account at once, so it is called only for the last one.
 */
const endGrant = defineJob('connected-calendars.end-grant', {
  payload: z.object({ grant_id: Id, channel: Channel.nullable() }),
  async run({ grant_id, channel }, { signal }) {
    const grant = await asSystem((tx) => queries.getGrantToEnd(tx, grant_id))
    if (!grant) return
    const provider = findCalendarProvider(grant.kind)
    if (provider && grant.secret !== null) {
      const tokens = queries.openTokens(grant.secret)
      const onTokens = (fresh: typeof tokens) => asSystem((tx) => queries.saveTokens(tx, grant_id, fresh))
      // A channel ends by itself in a few days.
      if (channel)
        await provider
          .closeChannel(callWith({ server: provider, tokens, onTokens }, signal), channel)
          .catch(ignoreProblem)
      if (!grant.is_used && !grant.is_shared) await revokeTokens(provider, tokens, signal)
    }
    if (!grant.is_used) await asSystem((tx) => queries.deleteUnusedGrant(tx, grant_id))
  },
})

export const grantJobs = [endGrant]

function ignoreProblem(error: unknown): void {
  if (!(error instanceof CalendarProblem)) throw error
}

type Ended = { grant_id: string; channel: z.output<typeof Channel> | null }

/** Queues the end of what a disconnected calendar needed. */
export const queueEnd = (tx: Tx, ended: Ended) => enqueue(tx, endGrant, ended)

/** Queues the end of grants without calendars. */
export async function endUnusedGrants(tx: Tx, now: Date, limit: number): Promise<void> {
  for (const grant_id of await queries.listUnusedGrants(tx, now, limit)) {
    await enqueue(tx, endGrant, { grant_id, channel: null }, { onceFor: { key: grant_id, seconds: ONCE_SECONDS } })
  }
}

type Context = Pick<JobContext, 'now' | 'signal'>

/**
 * Lets the provider tell changes of a calendar, where it can reach this installation. Else, and if that fails, the calendar
 * is only read from time to time.
 */
export async function keepChannel(calendar: CalendarToRead, context: Context): Promise<void> {
  const { id: calendar_id, grant_id, channel_renew_at } = calendar
  const { now } = context
  const isDue = channel_renew_at === null || Date.parse(channel_renew_at) <= now.getTime()
  const id = randomUUID()
  const address = pageAtHome(`/calendars/push/${id}`)
  if (grant_id === null || !isDue || !address.startsWith('https:')) return
  const tomorrow = new Date(now.getTime() + DAY_MS)
  const secret = randomSecret(SECRET_BYTES)
  try {
    const { provider, call, url } = openProvider(calendar, context)
    // Before the call: the first message may arrive before its answer.
    const known = { channel_id: id, channel_hash: sha256(secret), channel_resource: null, renew_at: tomorrow }
    await asSystem((tx) => queries.saveChannel(tx, calendar_id, known))
    const { resource, ends_at } = await provider.openChannel(call, url, { id, secret, address })
    const renew_at = new Date(Math.max(ends_at.getTime() - DAY_MS, now.getTime() + DAY_MS / 2))
    await asSystem((tx) => queries.saveChannel(tx, calendar_id, { channel_resource: resource, renew_at }))
    const { channel_id: old, channel_resource } = calendar
    if (old !== null) await provider.closeChannel(call, { id: old, resource: channel_resource }).catch(ignoreProblem)
  } catch (error) {
    ignoreProblem(error)
    const none = { channel_id: null, channel_hash: null, channel_resource: null, renew_at: tomorrow }
    await asSystem((tx) => queries.saveChannel(tx, calendar_id, none))
  }
}
