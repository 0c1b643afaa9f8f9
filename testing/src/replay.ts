import { columnTypes } from '@studiohub/server/platform/db/parsers.ts'
import pg from 'pg'

/** A statement as the product handed it to the driver; with a name where its plan is kept. */
type Statement = { text: string; values: readonly unknown[]; name?: string }

/**
 * Listens to the driver while the server in this process does one thing. It must run on a PostgreSQL server.
 * @param mark what one of the values says: other transactions may be under way
 * @returns the statements of the transaction that was committed, the first of them `begin`, the last `commit`
 */
export async function statementsOf(mark: string, work: () => Promise<unknown>): Promise<Statement[]> {
  const open = new WeakMap<object, Statement[]>()
  let found: Statement[] | null = null
  const query = pg.Client.prototype.query
  function listening(this: pg.Client, ...given: unknown[]) {
    const [first, second] = given
    const asked = typeof first === 'string' ? { text: first } : Object(first)
    const text = String(asked.text)
    const values = Array.isArray(second) ? second : (asked.values ?? [])
    if (text === 'begin') open.set(this, [])
    const statements = open.get(this)
    statements?.push({ text, values, ...(asked.name && { name: asked.name }) })
    if (text === 'commit') {
      if (statements?.some((one) => one.values.includes(mark))) found = statements
      open.delete(this)
    }
    return Reflect.apply(query, this, given)
  }
  Object.assign(pg.Client.prototype, { query: listening })
  try {
    await work()
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
  if (!found) throw new Error('the server said nothing to the driver')
  return found
}

/**
 * Sends statements that were heard straight through the driver, each after the answer to the one before, on as many
 * connections as are asked for.
 */
export async function openReplay(url: string, connections: number) {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url, types: columnTypes, options: '-c timezone=UTC' })
      await client.connect()
      return client
    }),
  )
  return {
    /**
     * @param other what stands in place of which text in the values
     * @param keepsPlans whether the connections keep the plans that the product's do; otherwise each is made again
     * @returns how many rows came in all
     */
    async send(
      connection: number,
      statements: readonly Statement[],
      other: Record<string, string> = {},
      keepsPlans = false,
    ) {
      const changes = Object.entries(other)
      const changed = (value: unknown) =>
        typeof value === 'string' ? changes.reduce((text, [from, to]) => text.replaceAll(from, to), value) : value
      let rows = 0
      for (const { text, values, name } of statements) {
        const kept = keepsPlans && name ? { name } : {}
        const answer = await clients[connection]?.query({ text, values: values.map(changed), ...kept })
        rows += answer?.rowCount ?? 0
      }
      return rows
    },
    close: () => Promise.all(clients.map((client) => client.end())),
  }
}
