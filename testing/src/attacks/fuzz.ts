import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { type Caller, callAs } from '../http.ts'
import type { Person } from '../people.ts'
import { type DescribedCall, describedCalls } from './described.ts'
import { addressFor, type Dice, fitting, pick, type Supply, spoiled } from './inputs.ts'

/** Result of a run: number of calls per status, and every call with a 5xx. */
export type FuzzReport = { calls: number; statuses: Record<number, number>; faults: string[] }

type Plan = {
  urls: readonly string[]
  people: readonly Person[]
  ids: readonly string[]
  calls: number
  roll: Dice
  /** Number of concurrent calls. */
  width?: number
}

/** These calls end the account or block its sign-in; the rest of the run would fail. */
const ending = /deletion|deleteOtherSessions|deleteSession|ban/i

/**
 * Sends almost valid calls: every operation in turn, as every user, with one part of the input broken. Any rejection is
 * fine; a 5xx is not.
 */
export async function fuzz({ urls, people, ids, calls, roll, width = 8 }: Plan): Promise<FuzzReport> {
  const [url = ''] = urls
  const described = (await describedCalls(url)).filter(({ name }) => !ending.test(name))
  const supply = { ids, today: todayIn('UTC', new Date()), text: 'fuzz' }
  const callers = urls.flatMap((at) => [callAs(at, null), ...people.map(({ token }) => callAs(at, token))])
  const report: FuzzReport = { calls: 0, statuses: {}, faults: [] }
  const next = async () => {
    while (report.calls < calls) {
      const call = described[report.calls % described.length]
      report.calls += 1
      if (call) await attempt(pick(callers, roll), call, { supply, roll, report })
    }
  }
  await Promise.all(Array.from({ length: width }, next))
  return report
}

type Attempt = { supply: Supply; roll: Dice; report: FuzzReport }

async function attempt(caller: Caller, call: DescribedCall, { supply, roll, report }: Attempt) {
  const { address, body } = inputFor(call, supply, roll)
  const headers = roll(10) === 0 ? { 'idempotency-key': `key-${roll(50)}` } : {}
  const { status, text } = await caller.request(call.method, `/api/v1${address}`, body, { headers })
  report.statuses[status] = (report.statuses[status] ?? 0) + 1
  if (status < 500 || isWaiting(status, call)) return
  const sent = JSON.stringify(body)?.slice(0, 600)
  report.faults.push(`${status} ${call.method} ${address.slice(0, 400)} ${sent ?? ''} -> ${text.slice(0, 200)}`)
}

// Providers that are not configured answer 503 by design.
const isWaiting = (status: number, { name }: DescribedCall) => status === 503 && /subscriptions|payment/i.test(name)

/** Usually one part is broken (parameter, query or body); sometimes the input is valid. */
function inputFor(call: DescribedCall, supply: Supply, roll: Dice) {
  const part = pick(['path', 'query', 'query', 'body', 'body', 'body', 'nothing'] as const, roll)
  const idFor = () => (part === 'path' ? String(spoiled('id', roll)).toWellFormed() : pick(supply.ids, roll))
  const query = Object.fromEntries(
    call.query
      .filter(({ required }) => required || roll(2) === 1)
      .map(({ name, schema }) => [name, fitting(schema, supply, roll, name)]),
  )
  const body = call.body ? fitting(call.body, supply, roll) : undefined
  return {
    address: addressFor(call, idFor, part === 'query' ? Object(spoiled(query, roll)) : query),
    body: part === 'body' && body !== undefined ? spoiled(body, roll) : body,
  }
}
