import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, networkOf, takeLimit, takeLimits, type Wait } from '#platform/http/limits.ts'
import * as sessions from './sessions/queries.ts'
import { placeOf } from './sessions/rules.ts'
import type { RequestContext } from './wire/rules.ts'

// One network can cause less than half of the emails to an address, so a stranger cannot use up the owner's emails.
const PER_NETWORK = 4
const PER_RECIPIENT = 10
const HOUR = 3600

/**
 * Counts one email with a link and a code to an address. A network that has used up its part takes nothing from other
 * networks. A network where the owner signed in before has its own limit.
 * @returns null if the email may be sent, else how long to wait
 */
export async function takeMailLimit(
  tx: Tx,
  mail: { kind: 'recovery' | 'magiclink' | 'new-address'; email: string },
  { ip, now }: RequestContext,
): Promise<Wait | null> {
  const { kind, email } = mail
  const limit = (name: string, count: number, per_seconds = HOUR): Limit => ({
    name: `mail-${kind}${name}`,
    count,
    per_seconds,
  })
  const network = { limit: limit('-network', PER_NETWORK), by: `${email} ${networkOf(ip)}` }
  // The order matters: a rejected email must not count for the limits below.
  const byNetwork = await takeLimit(tx, network, now)
  if (byNetwork) return byNetwork
  const byHour = await takeLimit(tx, { limit: limit('-hour', PER_RECIPIENT), by: email }, now)
  if (byHour && !(await sessions.isKnownPlaceOf(tx, email, placeOf(email, ip)))) return byHour
  return takeLimit(tx, { limit: limit('', 1, 60), by: email }, now)
}

// Every email allows five more attempts. With these limits a guesser finds a code within a day with a chance of one in
// twenty thousand. Links cannot be guessed, so they are not counted.
const codesPerEmailDay: Limit = { name: 'verify-code-day', count: 50, per_seconds: 86_400 }
const codesPerPlaceDay: Limit = { name: 'verify-code-place-day', count: 10, per_seconds: 86_400 }

/**
 * Counts one attempt at an emailed code. If strangers have used up the attempts of an address, a network where the owner
 * signed in before still has attempts of its own.
 */
export async function takeCodeLimit(email: string, { ip, now }: RequestContext): Promise<Wait | null> {
  const wait = await takeLimits([{ limit: codesPerEmailDay, by: email }], now)
  if (!wait) return null
  const place = placeOf(email, ip)
  const known = await asAuth((tx) => sessions.isKnownPlaceOf(tx, email, place))
  return known ? takeLimits([{ limit: codesPerPlaceDay, by: place }], now) : wait
}
