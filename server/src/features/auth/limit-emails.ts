import { HOUR_SECONDS } from '@studiohub/contract/shared/durations.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { consumeLimits, countUse, getNetwork, type Limit, type RetryDelay } from '#platform/http/limits.ts'
import * as networks from './sessions/network-queries.ts'
import { computeNetworkKey } from './sessions/rules.ts'
import type { RequestContext } from './wire/rules.ts'

// One network can cause less than half of the emails to an address, so a stranger cannot use up the owner's emails.
const PER_NETWORK = 4
const PER_RECIPIENT = 10

/**
 * Counts one email with a link and a code to an address. A network that has used up its part cannot use up the part of
 * others. A network where the owner signed in before has its own limit.
 * @returns null if the email may be sent, else how long to wait
 */
export async function countEmail(
  tx: Tx,
  mail: { kind: 'recovery' | 'magiclink' | 'new-address'; email: string },
  { ip, now }: RequestContext,
): Promise<RetryDelay | null> {
  const { kind, email } = mail
  const limit = (name: string, count: number, per_seconds = HOUR_SECONDS): Limit => ({
    name: `mail-${kind}${name}`,
    count,
    per_seconds,
  })
  const networkUse = { limit: limit('-network', PER_NETWORK), by: `${email} ${getNetwork(ip)}` }
  // The order matters: a rejected email must not count for the limits below.
  const byNetwork = await countUse(tx, networkUse, now)
  if (byNetwork) return byNetwork
  const byHour = await countUse(tx, { limit: limit('-hour', PER_RECIPIENT), by: email }, now)
  if (byHour && !(await networks.isKnownNetworkOf(tx, email, computeNetworkKey(email, ip)))) return byHour
  return countUse(tx, { limit: limit('', 1, 60), by: email }, now)
}

// Every email allows five more attempts. With these limits the chance to guess a code within a day is one in twenty
// thousand. Links cannot be guessed, so they are not counted.
const codesPerEmailDay: Limit = { name: 'verify-code-day', count: 50, per_seconds: 86_400 }
const codesPerNetworkDay: Limit = { name: 'verify-code-place-day', count: 10, per_seconds: 86_400 }

/**
 * Counts one attempt at an emailed code. If strangers have used up the attempts of an address, a network where the owner
 * signed in before still has attempts of its own.
 */
export async function countCodeAttempt(email: string, { ip, now }: RequestContext): Promise<RetryDelay | null> {
  const wait = await consumeLimits([{ limit: codesPerEmailDay, by: email }], now)
  if (!wait) return null
  const network = computeNetworkKey(email, ip)
  const isKnown = await asAuth((tx) => networks.isKnownNetworkOf(tx, email, network))
  return isKnown ? consumeLimits([{ limit: codesPerNetworkDay, by: network }], now) : wait
}
