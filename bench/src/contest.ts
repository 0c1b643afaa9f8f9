import { Agent, request } from 'node:http'

/** The result of calling repeatedly on many connections for a while. */
export type Figures = { per_second: number; times: number[] }

export const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other)

/** @param share 0.5 for the median */
export const quantile = (values: readonly number[], share = 0.5) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

/** Code of the product is compiled after hundreds of calls, and every connection has to plan its statements. */
const WARM_UP_MS = 5_000

/** Calls on every connection again as soon as it was answered. */
async function perform(call: (connection: number) => Promise<unknown>, connections: number, ms: number) {
  const times: number[] = []
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      while (performance.now() - startedAt < ms) {
        const sentAt = performance.now()
        await call(connection)
        times.push(performance.now() - sentAt)
      }
    }),
  )
  return { per_second: (times.length / (performance.now() - startedAt)) * 1000, times }
}

/**
 * Lets contestants work in turns, in another order each round, so that other load on the machine affects all of them
 * equally.
 * @returns for each its result of every round, without the warm-up
 */
export async function contest<Name extends string>(
  contestants: Record<Name, (connection: number) => Promise<unknown>>,
  { rounds, ms, connections }: { rounds: number; ms: number; connections: number },
): Promise<Record<Name, Figures[]>> {
  const names = Object.keys(contestants) as Name[]
  const found = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Figures[]>
  for (const name of names) await perform(contestants[name], connections, Math.max(ms, WARM_UP_MS))
  for (let round = 0; round < rounds; round += 1) {
    const order = names.map((_, place) => names[(place + round) % names.length] as Name)
    for (const name of round % 2 ? order : order.toReversed())
      found[name].push(await perform(contestants[name], connections, ms))
  }
  return found
}

/** The median over the rounds of one contestant's share of the other. */
export const ratio = (one: readonly Figures[], other: readonly Figures[]) =>
  quantile(one.map(({ per_second }, round) => per_second / (other[round]?.per_second ?? Number.NaN)))

/** Calls per second, as the median of the rounds. */
export const rate = (rounds: readonly Figures[]) => quantile(rounds.map(({ per_second }) => per_second)).toFixed(0)

/** How long calls took of all rounds together. */
export const timesOf = (rounds: readonly Figures[]) => rounds.flatMap(({ times }) => times)

/** Settings of a PostgreSQL that loses nothing: a booking counts when it is on the disk. */
export const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

/**
 * The product's own number of connections. Servers of tests have fewer, and then calls that run at once wait for each
 * other's commits.
 */
export const productPool = { DATABASE_POOL: '16' }

/** Prints figures beside their limits, and collects those that exceed them. */
export function openReport() {
  const misses: string[] = []
  function tell(what: string, value: number, bar: { least?: number; most?: number }, unit = '') {
    const missed = value < (bar.least ?? -Infinity) || value > (bar.most ?? Infinity)
    const line = `${what.padEnd(64)} ${value.toFixed(2)}${unit} (${bar.least ? 'at least' : 'at most'} ${bar.least ?? bar.most}${unit})`
    console.log(missed ? `${line}  MISSED` : line)
    if (missed) misses.push(line)
  }
  return { tell, misses }
}

/**
 * A caller that costs little: it keeps connections open and parses no bodies by default.
 * @param base comes before every path
 */
export function openCaller(url: string, connections: number, base = '/api/v1') {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  function send(
    token: string,
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<{ status: number; text: string }> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${token}`,
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...more,
    }
    return new Promise((resolve, reject) => {
      const call = request({ hostname, port, agent, method, path: `${base}${path}`, headers }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }))
        answer.on('error', reject)
      })
      call.on('error', reject)
      call.end(text)
    })
  }
  return { send, close: () => agent.destroy() }
}
