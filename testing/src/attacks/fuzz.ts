import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { callAs, type TestClient } from '../http.ts'
import type { TestUser } from '../people.ts'
import { type DescribedCall, listDescribedCalls } from './described.ts'
import { addressFor, breakValue, type InputValues, pick, type Random, validValue } from './inputs.ts'

/** Result of a run: number of calls per status, and every call with a 5xx. */
export type FuzzReport = { calls: number; statuses: Record<number, number>; faults: string[] }

type Plan = {
  urls: readonly string[]
  people: readonly TestUser[]
  ids: readonly string[]
  calls: number
  random: Random
  concurrency?: number
}

/** Calls that delete the account or block its sign-in. They would make the rest of the run fail. */
const excludedCalls = /deletion|deleteOtherSessions|deleteSession|suspend/i

/**
 * Sends almost valid calls: every operation in turn, as every user, with one invalid part in the input. Any 4xx is
 * fine; a 5xx is an error.
 */
export async function fuzz({ urls, people, ids, calls, random, concurrency = 8 }: Plan): Promise<FuzzReport> {
  const [url = ''] = urls
  const operations = (await listDescribedCalls(url)).filter(({ name }) => !excludedCalls.test(name))
  const inputValues = { ids, today: todayIn('UTC', new Date()), text: 'fuzz' }
  const callers = urls.flatMap((address) => [
    callAs(address, null),
    ...people.map(({ token }) => callAs(address, token)),
  ])
  const report: FuzzReport = { calls: 0, statuses: {}, faults: [] }
  const worker = async () => {
    while (report.calls < calls) {
      const call = operations[report.calls % operations.length]
      report.calls += 1
      if (call) await attempt(pick(callers, random), call, { inputValues, random, report })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return report
}

type Attempt = { inputValues: InputValues; random: Random; report: FuzzReport }

async function attempt(caller: TestClient, call: DescribedCall, { inputValues, random, report }: Attempt) {
  const { address, body } = inputFor(call, inputValues, random)
  const headers = random(10) === 0 ? { 'idempotency-key': `key-${random(50)}` } : {}
  const { status, text } = await caller.request(call.method, `/api/v1${address}`, body, { headers })
  report.statuses[status] = (report.statuses[status] ?? 0) + 1
  if (status < 500 || isNotConfigured(status, call)) return
  const sentBody = JSON.stringify(body)?.slice(0, 600)
  report.faults.push(`${status} ${call.method} ${address.slice(0, 400)} ${sentBody ?? ''} -> ${text.slice(0, 200)}`)
}

// Without a configured provider these calls return 503 by design.
const isNotConfigured = (status: number, { name }: DescribedCall) =>
  status === 503 && /subscriptions|payment/i.test(name)

/** Usually makes one part invalid (parameter, query or body); sometimes leaves the input valid. */
function inputFor(call: DescribedCall, inputValues: InputValues, random: Random) {
  const part = pick(['path', 'query', 'query', 'body', 'body', 'body', 'nothing'] as const, random)
  const idFor = () =>
    part === 'path' ? String(breakValue('id', random)).toWellFormed() : pick(inputValues.ids, random)
  const query = Object.fromEntries(
    call.query
      .filter(({ required }) => required || random(2) === 1)
      .map(({ name, schema }) => [name, validValue(schema, inputValues, random, name)]),
  )
  const body = call.body ? validValue(call.body, inputValues, random) : undefined
  return {
    address: addressFor(call, idFor, part === 'query' ? Object(breakValue(query, random)) : query),
    body: part === 'body' && body !== undefined ? breakValue(body, random) : body,
  }
}
