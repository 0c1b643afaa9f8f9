import { Agent, request } from 'node:http'

/** The result of repeated calls on many connections: calls per second, and the duration of each in milliseconds. */
export type Figures = { per_second: number; times: number[] }

export const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)

/** @param share 0.5 for the median */
export const quantile = (values: readonly number[], share = 0.5) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

/** The product's code is compiled after hundreds of calls, and every connection must first plan its statements. */
const WARM_UP_MS = 5_000

/** Makes the calls on every connection, the next one as soon as the last one has ended. */
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
 * Measures several calls in turns, in another order each round, so that other load on the machine affects all of them
 * equally.
 * @returns the results of all rounds for each call, without the warm-up
 */
export async function contest<Name extends string>(
  contestants: Record<Name, (connection: number) => Promise<unknown>>,
  { rounds, ms, connections }: { rounds: number; ms: number; connections: number },
): Promise<Record<Name, Figures[]>> {
  const names = Object.keys(contestants) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Figures[]>
  for (const name of names) await perform(contestants[name], connections, Math.max(ms, WARM_UP_MS))
  for (let round = 0; round < rounds; round += 1) {
    const order = names.map((_, index) => names[(index + round) % names.length] as Name)
    for (const name of round % 2 ? order : order.toReversed())
      results[name].push(await perform(contestants[name], connections, ms))
  }
  return results
}

/** The calls per second of one contestant divided by those of the other, as the median of the rounds. */
export const ratio = (first: readonly Figures[], second: readonly Figures[]) =>
  quantile(first.map(({ per_second }, round) => per_second / (second[round]?.per_second ?? Number.NaN)))

/** Calls per second, as the median of the rounds. */
export const rate = (rounds: readonly Figures[]) => quantile(rounds.map(({ per_second }) => per_second)).toFixed(0)

/** The durations of the calls of all rounds. */
export const timesOf = (rounds: readonly Figures[]) => rounds.flatMap(({ times }) => times)

/** Settings with which PostgreSQL confirms a change only when it is on the disk, as in production. */
export const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

/**
 * The product's default number of connections. Servers of tests have fewer, so concurrent calls would wait for each other's
 * commits.
 */
export const productPool = { DATABASE_POOL: '16' }

/** Prints results with their limits, and collects those that exceed a limit. */
export function openReport() {
  const exceeded: string[] = []
  function checkLimit(name: string, value: number, limit: { min?: number; max?: number }, unit = '') {
    const isExceeded = value < (limit.min ?? -Infinity) || value > (limit.max ?? Infinity)
    const line = `${name.padEnd(64)} ${value.toFixed(2)}${unit} (${limit.min ? 'at least' : 'at most'} ${limit.min ?? limit.max}${unit})`
    console.log(isExceeded ? `${line}  MISSED` : line)
    if (isExceeded) exceeded.push(line)
  }
  return { checkLimit, exceeded }
}

/**
 * A caller with little overhead: it keeps connections open and does not parse bodies.
 * @param base the start of every path
 */
export function openCaller(url: string, connections: number, base = '/api/v1') {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  function send(
    token: string,
    method: string,
    path: string,
    body?: unknown,
    extraHeaders: Record<string, string> = {},
  ): Promise<{ status: number; text: string }> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${token}`,
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...extraHeaders,
    }
    return new Promise((resolve, reject) => {
      const call = request({ hostname, port, agent, method, path: `${base}${path}`, headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
        )
        response.on('error', reject)
      })
      call.on('error', reject)
      call.end(text)
    })
  }
  return { send, close: () => agent.destroy() }
}
