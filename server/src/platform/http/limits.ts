import { isIPv4, isIPv6 } from 'node:net'
import { fail } from '@studiohub/contract/errors.ts'
import { sql } from 'kysely'
import { sha256 } from '../auth/secrets.ts'
import { asAuth } from '../db/actor.ts'
import { executePrepared, pipeline, type Statement } from '../db/statements.ts'
import { applySetting, type Tx } from '../db/transaction.ts'

/**
 * At most `count` uses in `per_seconds`. They can happen at the same moment; then they become available again evenly. `name`
 * separates the limits.
 */
export type Limit = { name: string; count: number; per_seconds: number }

/** One use of a limit, and the key by which it is counted (a network, an account, a session). */
export type LimitUse = { limit: Limit; by: string }

/** Whole seconds until the next use is allowed. */
export type RetryDelay = { retry_after: number }

let enabled = true
let factor = 1

/**
 * Turns all limits on or off; called once at start with the configuration's `rateLimit`.
 * @param multiplier of every limit (1 to 10)
 */
export function setRateLimits(setting: 'on' | 'off', multiplier = 1): void {
  enabled = setting === 'on'
  factor = multiplier
}

const keyOf = ({ limit, by }: LimitUse) => `${limit.name}:${sha256(by)}`
const refillSeconds = (limit: Limit) => limit.per_seconds / (limit.count * factor)

/** The result of one use. `full_at` is the instant at which its bucket is full again. */
type UseRow = { is_allowed: boolean; full_at: string | null }

/**
 * The statement that counts one use; null if limits are off. It is the generic cell rate algorithm: the row has the instant
 * at which its bucket is full again, and a use beyond the limit changes nothing.
 * @param previous the use before it in the same transaction. If it was rejected, this use is not counted, so both can be sent
 *   together
 */
export function limitUseStatement(
  use: LimitUse,
  now: Date,
  previous: LimitUse | null = null,
): Statement<UseRow> | null {
  if (!enabled) return null
  const { per_seconds } = use.limit
  const key = keyOf(use)
  const at = sql`${now.toISOString()}::timestamptz`
  const step = sql`make_interval(secs => ${refillSeconds(use.limit)})`
  // If the previous use was allowed, this transaction has just written its row.
  const isNext = previous
    ? sql`where exists (select from auth.rate_limits b where b.key = ${keyOf(previous)} and b.xmin = pg_current_xact_id()::xid)`
    : sql``
  return sql<UseRow>`
    with allowed as (
      insert into auth.rate_limits as stored (key, full_at) select ${key}, ${at} + ${step} ${isNext}
      on conflict (key) do update set full_at = greatest(stored.full_at, ${at}) + ${step}
        where greatest(stored.full_at, ${at}) + ${step} <= ${at} + make_interval(secs => ${per_seconds})
      returning 1)
    select exists (select from allowed) as is_allowed,
      (select full_at from auth.rate_limits where key = ${key})::text as full_at`
}

/** How long a use must wait; null if it was allowed. @param row the answer of its statement */
export function computeRetryDelay({ limit }: LimitUse, [row]: readonly UseRow[], now: Date): RetryDelay | null {
  if (!enabled || row?.is_allowed) return null
  const full = row?.full_at ? new Date(row.full_at).getTime() : now.getTime()
  const seconds = (full - now.getTime()) / 1000 + refillSeconds(limit) - limit.per_seconds
  return { retry_after: Math.max(1, Math.ceil(seconds)) }
}

/**
 * Counts one use in the caller's transaction.
 * @returns null if it is allowed, else how long to wait
 */
export async function countUse(tx: Tx, use: LimitUse, now: Date): Promise<RetryDelay | null> {
  const statement = limitUseStatement(use, now)
  return statement && computeRetryDelay(use, (await executePrepared(tx, statement)).rows, now)
}

/**
 * Runs `work`, which counts uses, in its own transaction. The commit does not wait for the disk, so a crash may forget the
 * last uses.
 */
export const inLimitTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  asAuth(async (tx) => {
    await applySetting(tx, 'synchronous_commit=off')
    return work(tx)
  })

/**
 * Counts several uses in their own transaction, so that they count even if the request fails later.
 * @returns null if all are allowed, else the wait of the first that is not
 */
export async function consumeLimits(uses: readonly LimitUse[], now: Date): Promise<RetryDelay | null> {
  if (!enabled) return null
  return inLimitTransaction(async (tx) => {
    const statements = uses.map((use, index) => limitUseStatement(use, now, uses[index - 1]))
    const rows = await pipeline(tx, statements)
    return (
      uses.map((use, index) => computeRetryDelay(use, rows[index] ?? [], now)).find((wait) => wait !== null) ?? null
    )
  })
}

/**
 * Like `consumeLimits`, but throws, for calls whose errors have the product's own form.
 * @throws AppError RATE_LIMITED with `details.retry_after` in seconds
 */
export async function requireLimits(uses: readonly LimitUse[], now: Date): Promise<void> {
  const wait = await consumeLimits(uses, now)
  if (wait)
    fail('RATE_LIMITED', { message: `Too many requests. Please try again ${waitText(wait)}.`, details: { ...wait } })
}

/** A waiting time for the end of a sentence: `in 5 minutes`. */
export function waitText({ retry_after }: RetryDelay): string {
  const minutes = Math.ceil(retry_after / 60)
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

/** Deletes buckets that are full again, because a missing row means the same. */
export async function deleteFullBuckets(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('auth.rate_limits').where('full_at', '<', now.toISOString()).execute()
}

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const NETWORK_GROUPS = 4

/** An IP address without its zone. An IPv4 address inside of an IPv6 address becomes the IPv4 address. */
export function normalizeIp(address: string): string {
  const bare = address.split('%')[0] ?? ''
  const inner = IPV4_IN_IPV6.exec(bare)?.[1]
  return inner && isIPv4(inner) ? inner : bare
}

/**
 * The network by which an IP address is counted: the IPv4 address itself, or the /64 of an IPv6 address, which belongs to one
 * person.
 */
export function getNetwork(address: string): string {
  const bare = normalizeIp(address)
  if (!isIPv6(bare)) return bare
  const [head = '', tail] = bare.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  // An IPv4 address at the end (`::1.2.3.4`) counts as two groups.
  const groups = after.length + (after.at(-1)?.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - before.length - groups
  const all = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  const network = all.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
