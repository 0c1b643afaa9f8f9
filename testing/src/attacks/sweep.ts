import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { type ApiResponse, callAs } from '../http.ts'
import type { TestUser } from '../people.ts'
import { type DescribedCall, listDescribedCalls } from './described.ts'
import { addressFor, createRandom, validValue } from './inputs.ts'
import type { Victim } from './victim.ts'

/** Result of a sweep: every response that leaked data or was a 5xx. */
export type SweepReport = { calls: number; allowed: number; findings: string[] }

type Plan = {
  urls: readonly string[]
  victim: Victim
  /** The attackers by name; `null` is a visitor. */
  attackers: Record<string, TestUser | null>
  /** Texts that no response may contain. */
  canaries: readonly string[]
  /** Whether to try every id of the victim in every parameter, not only the likely ones. */
  everyId?: boolean
  /** Seeds for different bodies and queries per call. */
  seeds?: readonly number[]
  concurrency?: number
}

/** Calls to join a studio or request to join: allowed for everyone. */
const joinCalls = /onboarding|requestRole|createRequest|role-request|setStudio|chooseStudio/i
/** Calls that end the attacker's own account or sessions. */
const endingCalls = /deletion|session/i

/** Sends every call of the API description as each attacker, with the victim's ids in path, query and body. */
export async function sweep({
  urls,
  victim,
  attackers,
  canaries,
  everyId = false,
  seeds = [0],
  concurrency = 8,
}: Plan) {
  const [url = ''] = urls
  const calls = (await listDescribedCalls(url)).filter(
    ({ name, path }) => !joinCalls.test(name) && !joinCalls.test(path) && !endingCalls.test(path),
  )
  const people = Object.entries(attackers)
  const attempts = calls.flatMap((call) =>
    idsFor(call, victim, everyId).flatMap((id) =>
      seeds.flatMap((seed) => people.map(([attacker, person]) => ({ call, id, seed, attacker, person }))),
    ),
  )
  const report: SweepReport = { calls: 0, allowed: 0, findings: [] }
  const worker = async () => {
    for (let attempt = attempts.pop(); attempt; attempt = attempts.pop()) {
      const address = urls[report.calls % urls.length] ?? url
      report.calls += 1
      const response = await send(address, { ...attempt, victim })
      if (response.status < 300) report.allowed += 1
      const leaked = canaries.filter((canary) => response.text.includes(canary))
      if (response.status < 500 && leaked.length === 0) continue
      const { call, id, attacker } = attempt
      report.findings.push(`${attacker}: ${call.method} ${call.path} with ${id}: ${response.status} ${leaked}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return report
}

/** The ids to try: with `everyId` all, otherwise those of the table that the path names before its last parameter. */
function idsFor({ path }: DescribedCall, { ids, studio }: Victim, everyId: boolean): string[] {
  const all = [...new Set(Object.values(ids))]
  if (!path.includes('{')) return [studio.id]
  if (everyId) return all
  const [, collection = ''] = /\/([\w-]+)\/\{\w+\}(?!.*\{)/.exec(path) ?? []
  const tableName = collection.replaceAll('-', '_')
  const likely = Object.entries(ids).filter(([table]) => table === tableName || table.endsWith(`_${tableName}`))
  return [...new Set([...likely.map(([, id]) => id), studio.id])]
}

type Attempt = { call: DescribedCall; id: string; seed: number; person: TestUser | null; victim: Victim }

/** The studio parameter gets the studio's id, all other parameters the tried id. */
function send(url: string, { call, id, seed, person, victim }: Attempt): Promise<ApiResponse> {
  const { studio, ids } = victim
  const idFor = (name: string) => (name === 'studio_id' || call.path.startsWith(`/studios/{${name}}`) ? studio.id : id)
  const inputValues = { ids: [...Object.values(ids), id], today: todayIn('UTC', new Date()), text: 'sweep' }
  // Query and body are valid: otherwise validation would fail before the permission check.
  const random = createRandom(call.path.length + 1000 * seed)
  const studioIdFor = (name: string) => (name === 'studio_id' ? studio.id : undefined)
  const query = Object.fromEntries(
    call.query.map(({ name, schema }) => [name, studioIdFor(name) ?? validValue(schema, inputValues, random, name)]),
  )
  const body = call.body ? validValue(call.body, inputValues, random) : undefined
  return callAs(url, person?.token ?? null).request(call.method, `/api/v1${addressFor(call, idFor, query)}`, body)
}
