import { Socket } from 'node:net'
import type { CompiledQuery, PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { QueryConfig, QueryResult } from 'pg'

/** @param name under which the connection keeps the statement's plan */
type Statement = [text: string, values?: readonly unknown[], name?: string]

/** A statement as `pg` takes it. */
export const toQuery = (...[text, values, name]: Statement): QueryConfig => ({
  text,
  ...(values && { values: [...values] }),
  ...(name && { name }),
})

/** A connection while it is somebody's: what it must be able to do. */
export type Held = {
  query(...statement: Statement): Promise<Answer>
  release(destroy?: boolean): void
}

type Hear = (answer: Answer) => void

/** The values of the statements that were marked: Kysely hands them to the connection as it was given them. */
const marked = new WeakMap<readonly unknown[], Hear>()

/**
 * Marks a statement that does without an answer of its own: it waits for the next one of its transaction and goes out with
 * it, which saves a way to the database and back. Where it fails, that next one fails with its error.
 * @param hear is told what it answered, before the next one's answer comes
 */
export function unanswered<Row>(query: CompiledQuery<Row>, hear: Hear = () => {}): CompiledQuery<Row> {
  marked.set(query.parameters, hear)
  return query
}

/** The statements whose plans are kept, by their text, with the names under which they are. */
const names = new Map<string, string>()

/**
 * Marks a statement of which every connection keeps the plan: to make one costs the database as much as to carry it out.
 * For what comes with many calls; each spelling of it is kept for good.
 */
export function planned<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  if (!names.has(query.sql)) names.set(query.sql, `planned_${names.size + 1}`)
  return query
}

/** A connection for Kysely on which `begin`, and what is marked, is sent in one exchange with the statement after it. */
export function inExchanges(connection: Held): PostgresPoolClient {
  const waiting: { statement: Statement; hear: Hear }[] = []

  async function exchange(...statement: Statement): Promise<Answer> {
    const [text, values] = statement
    const hear = text === 'begin' ? () => {} : values && marked.get(values)
    if (hear) {
      waiting.push({ statement, hear })
      return { command: 'SELECT', rowCount: 0, rows: [] }
    }
    // What was never sent need not be undone.
    if (text === 'rollback') waiting.length = 0
    const before = waiting.splice(0).map(({ statement, hear }) => connection.query(...statement).then(hear))
    const answer = connection.query(...statement)
    // All are waited for, also after a failure: nothing may be under way when the connection goes to somebody else. Of
    // several failures the first is the cause of the others.
    const outcomes = await Promise.allSettled([...before, answer])
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    return answer
  }

  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query<Row>(asked: string | PostgresCursor<Row>, values?: readonly unknown[]): Asked<Row> {
    if (typeof asked !== 'string') throw new Error('no statement is read through a cursor')
    return exchange(asked, values, names.get(asked)) as Promise<PostgresQueryResult<Row>>
  }
  return { query, release: (destroy) => connection.release(destroy) }
}
type Asked<Row> = Promise<PostgresQueryResult<Row>> | PostgresCursor<Row>
type Answer = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>

/** A socket that sends in one piece all that is written before the program turns to something else. */
export class GatheringSocket extends Socket {
  #gathers = false

  constructor() {
    super()
    // On connecting Node gives every socket a `write` of its own, which would stand before this one.
    this.once('connect', () => Reflect.deleteProperty(this, 'write'))
  }

  override write(data: string | Uint8Array, encoding?: BufferEncoding | Done, done?: Done): boolean {
    if (!this.#gathers) {
      this.#gathers = true
      this.cork()
      process.nextTick(() => {
        this.#gathers = false
        this.uncork()
      })
    }
    return typeof encoding === 'function' ? super.write(data, encoding) : super.write(data, encoding, done)
  }
}
type Done = (error?: Error | null) => void
