import { columnTypes } from '@studiohub/server/platform/db/parsers.ts'
import pg from 'pg'

/** A statement as the product handed it to the driver. */
type Statement = { text: string; values: readonly unknown[] }

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
    const text = typeof first === 'string' ? first : String(Reflect.get(Object(first), 'text'))
    const values = Array.isArray(second) ? second : (Reflect.get(Object(first), 'values') ?? [])
    if (text === 'begin') open.set(this, [])
    const statements = open.get(this)
    statements?.push({ text, values })
    if (text === 'commit' && statements?.some((one) => one.values.includes(mark))) found = statements
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
    /** @param other what stands in place of which text in the values. @returns how many rows came in all */
    async send(connection: number, statements: readonly Statement[], other: Record<string, string> = {}) {
      const changes = Object.entries(other)
      const changed = (value: unknown) =>
        typeof value === 'string' ? changes.reduce((text, [from, to]) => text.replaceAll(from, to), value) : value
      let rows = 0
      for (const { text, values } of statements) {
        const answer = await clients[connection]?.query(text, values.map(changed))
        rows += answer?.rowCount ?? 0
      }
      return rows
    },
    close: () => Promise.all(clients.map((client) => client.end())),
  }
}
