import { columnTypes } from '@studiohub/server/platform/db/parsers.ts'
import pg from 'pg'

/** A statement as passed to the driver; with a name if it is prepared. */
type Statement = { text: string; values: readonly unknown[]; name?: string }

/**
 * Records the driver's statements while the server in this process does one thing. Needs a PostgreSQL server.
 * @param mark a value that only this transaction has, because others may run at the same time
 * @returns the statements of the committed transaction, from `begin` to `commit`
 */
export async function recordTransaction(mark: string, work: () => Promise<unknown>): Promise<Statement[]> {
  const open = new WeakMap<object, Statement[]>()
  let recorded: Statement[] | null = null
  const query = pg.Client.prototype.query
  function recordingQuery(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args
    const statement = typeof first === 'string' ? { text: first } : Object(first)
    const text = String(statement.text)
    const values = Array.isArray(second) ? second : (statement.values ?? [])
    if (text === 'begin') open.set(this, [])
    const statements = open.get(this)
    statements?.push({ text, values, ...(statement.name && { name: statement.name }) })
    if (text === 'commit') {
      if (statements?.some(({ values }) => values.includes(mark))) recorded = statements
      open.delete(this)
    }
    return Reflect.apply(query, this, args)
  }
  Object.assign(pg.Client.prototype, { query: recordingQuery })
  try {
    await work()
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
  if (!recorded) throw new Error('no statement of a committed transaction was recorded')
  return recorded
}

/** How a driver sends statements: planned each time, with prepared plans like the product, or these without waiting. */
export type Sending = 'texts' | 'plans' | 'pipelined'

/** Replays recorded statements through the driver on a number of connections. */
export async function openReplay(url: string, connections: number) {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({
        connectionString: url,
        types: columnTypes,
        options: '-c timezone=UTC',
        pipeline: true,
      })
      await client.connect()
      return client
    }),
  )
  return {
    /**
     * @param replacements new texts for texts in the values
     * @returns the total number of rows
     */
    async send(
      connection: number,
      statements: readonly Statement[],
      replacements: Record<string, string> = {},
      sending: Sending = 'texts',
    ) {
      const changes = Object.entries(replacements)
      const replaceTexts = (value: unknown) =>
        typeof value === 'string' ? changes.reduce((text, [from, to]) => text.replaceAll(from, to), value) : value
      let rows = 0
      const results: (Promise<{ rowCount: number | null }> | undefined)[] = []
      for (const { text, values, name } of statements) {
        const plan = sending !== 'texts' && name ? { name } : {}
        const result = clients[connection]?.query({ text, values: values.map(replaceTexts), ...plan })
        results.push(result)
        if (sending !== 'pipelined') await result
      }
      for (const result of results) rows += (await result)?.rowCount ?? 0
      return rows
    },
    close: () => Promise.all(clients.map((client) => client.end())),
  }
}
