import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, networkOf, takeLimit, takeLimits, type Wait } from '#platform/http/limits.ts'
import * as sessions from './sessions/queries.ts'
import { placeOf } from './sessions/rules.ts'
import type { Visit } from './wire/rules.ts'

// One network gets less than half of what an address receives: a stranger cannot use up the mails of the owner.
const PER_NETWORK = 4
const PER_RECIPIENT = 10
const HOUR = 3600

/**
 * Counts one mail with a link and a code to an address. A network whose share is used up takes nothing from the others;
 * a place from which the owner signed in before has a share of its own.
 * @returns null where the mail may be sent, else how long to wait
 */
export async function takeMailTurn(
  tx: Tx,
  mail: { kind: 'recovery' | 'magiclink' | 'new-address'; email: string },
  { ip, now }: Visit,
): Promise<Wait | null> {
  const { kind, email } = mail
  const limit = (name: string, count: number, per_seconds = HOUR): Limit => ({
    name: `mail-${kind}${name}`,
    count,
    per_seconds,
  })
  const network = { limit: limit('-network', PER_NETWORK), by: `${email} ${networkOf(ip)}` }
  // The order matters: what is refused must not use up the limits behind it.
  const byNetwork = await takeLimit(tx, network, now)
  if (byNetwork) return byNetwork
  const byHour = await takeLimit(tx, { limit: limit('-hour', PER_RECIPIENT), by: email }, now)
  if (byHour && !(await sessions.knowsPlace(tx, email, placeOf(email, ip)))) return byHour
  return takeLimit(tx, { limit: limit('', 1, 60), by: email }, now)
}

// Every mail brings five new tries. Over all of them, guesses like these find a code in a day with a chance of one in
// twenty thousand; links, which nobody can guess, are not counted.
const codesPerEmailDay: Limit = { name: 'verify-code-day', count: 50, per_seconds: 86_400 }
const codesPerPlaceDay: Limit = { name: 'verify-code-place-day', count: 10, per_seconds: 86_400 }

/**
 * Counts one try of a mailed code. When strangers have used up the tries of an address, a place from which the owner
 * signed in before has tries of its own.
 */
export async function takeCodeTry(email: string, { ip, now }: Visit): Promise<Wait | null> {
  const wait = await takeLimits([{ limit: codesPerEmailDay, by: email }], now)
  if (!wait) return null
  const place = placeOf(email, ip)
  const known = await asAuth((tx) => sessions.knowsPlace(tx, email, place))
  return known ? takeLimits([{ limit: codesPerPlaceDay, by: place }], now) : wait
}
