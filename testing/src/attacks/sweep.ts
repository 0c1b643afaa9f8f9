import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { type Answer, callAs } from '../http.ts'
import type { Person } from '../people.ts'
import { type DescribedCall, describedCalls } from './described.ts'
import { addressFor, dice, fitting } from './inputs.ts'
import type { Victim } from './victim.ts'

/** Result of a sweep: every response that leaked data or was a 5xx. */
export type SweepReport = { calls: number; allowed: number; findings: string[] }

type Plan = {
  urls: readonly string[]
  victim: Victim
  /** The attackers by name; `null` is a visitor. */
  attackers: Record<string, Person | null>
  /** Texts that no response may contain. */
  canaries: readonly string[]
  /** Tries every id of the victim in every parameter, not only the likely one. */
  everyId?: boolean
  /** Seeds for different bodies and queries per call. */
  seeds?: readonly number[]
  width?: number
}

/** Calls to join a studio or request to join: allowed for everyone. */
const joining = /onboarding|requestRole|createRequest|role-request|setStudio|chooseStudio/i
/** Calls that end the attacker's own account or sessions. */
const ending = /deletion|session/i

/** Sends every call of the API description as each attacker, with the victim's ids in path, query and body. */
export async function sweep({ urls, victim, attackers, canaries, everyId = false, seeds = [0], width = 8 }: Plan) {
  const [url = ''] = urls
  const described = (await describedCalls(url)).filter(
    ({ name, path }) => !joining.test(name) && !joining.test(path) && !ending.test(path),
  )
  const people = Object.entries(attackers)
  const tries = described.flatMap((call) =>
    idsFor(call, victim, everyId).flatMap((id) =>
      seeds.flatMap((seed) => people.map(([who, person]) => ({ call, id, seed, who, person }))),
    ),
  )
  const report: SweepReport = { calls: 0, allowed: 0, findings: [] }
  const next = async () => {
    for (let one = tries.pop(); one; one = tries.pop()) {
      const at = urls[report.calls % urls.length] ?? url
      report.calls += 1
      const answer = await send(at, { ...one, victim })
      if (answer.status < 300) report.allowed += 1
      const found = canaries.filter((canary) => answer.text.includes(canary))
      if (answer.status < 500 && found.length === 0) continue
      report.findings.push(`${one.who}: ${one.call.method} ${one.call.path} with ${one.id}: ${answer.status} ${found}`)
    }
  }
  await Promise.all(Array.from({ length: width }, next))
  return report
}

/** The ids to try: of the table named in the path before the parameter, or all. */
function idsFor({ path }: DescribedCall, { ids, studio }: Victim, everyId: boolean): string[] {
  const all = [...new Set(Object.values(ids))]
  if (!path.includes('{')) return [studio.id]
  if (everyId) return all
  const [, before = ''] = /\/([\w-]+)\/\{\w+\}(?!.*\{)/.exec(path) ?? []
  const words = before.replaceAll('-', '_')
  const likely = Object.entries(ids).filter(([table]) => table === words || table.endsWith(`_${words}`))
  return [...new Set([...likely.map(([, id]) => id), studio.id])]
}

type Try = { call: DescribedCall; id: string; seed: number; person: Person | null; victim: Victim }

/** The studio parameter gets the studio's id, all other parameters the tried id. */
function send(url: string, { call, id, seed, person, victim }: Try): Promise<Answer> {
  const { studio, ids } = victim
  const idFor = (name: string) => (name === 'studio_id' || call.path.startsWith(`/studios/{${name}}`) ? studio.id : id)
  const supply = { ids: [...Object.values(ids), id], today: todayIn('UTC', new Date()), text: 'sweep' }
  // Query and body are valid: otherwise validation would fail before the permission check.
  const roll = dice(call.path.length + 1000 * seed)
  const named = (name: string) => (name === 'studio_id' ? studio.id : undefined)
  const query = Object.fromEntries(
    call.query.map(({ name, schema }) => [name, named(name) ?? fitting(schema, supply, roll, name)]),
  )
  const body = call.body ? fitting(call.body, supply, roll) : undefined
  return callAs(url, person?.token ?? null).request(call.method, `/api/v1${addressFor(call, idFor, query)}`, body)
}
