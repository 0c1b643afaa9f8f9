import { createHash } from 'node:crypto'
import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { QueryConfig } from 'pg'

type QueryAnswer = Pick<import('pg').QueryResult, 'command' | 'rowCount' | 'rows'>

/** The methods that a pooled connection needs. */
export type PooledClient = {
  /** Sends at once. Several calls without an `await` between them are sent in one exchange. */
  query(statement: QueryConfig): Promise<QueryAnswer>
  /** @param destroy true if the connection must not be used again */
  release(destroy?: boolean): void
}

/** A query with a name. Every connection prepares it once and then reuses its plan. */
type PreparedQuery = CompiledQuery & { readonly name: string }

/** Several queries in one exchange. Returns the rows of each query. */
type Pipeline = CompiledQuery<unknown[]> & { readonly queries: readonly CompiledQuery[] }

/** Names a query by its text, so that all processes and connections use the same name. */
export function prepareQuery<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  const named: PreparedQuery = { ...query, name: createHash('sha1').update(query.sql).digest('base64url') }
  return named
}

/** A query that is sent together with the next one. */
type DeferredQuery = CompiledQuery & { readonly isDeferred: true }

/** Sends a query together with the next one and ignores its answer. Use it only for settings, which cannot fail. */
export const deferQuery = (query: CompiledQuery): DeferredQuery => ({ ...query, isDeferred: true })

/** Joins queries, so that they are sent together without waiting for the answers in between. */
export const joinQueries = (queries: readonly CompiledQuery[]): Pipeline => ({ ...CompiledQuery.raw(''), queries })

const hasName = (query: CompiledQuery): query is PreparedQuery => 'name' in query
const isPipeline = (query: CompiledQuery): query is Pipeline => 'queries' in query
const isDeferred = (query: CompiledQuery): query is DeferredQuery => 'isDeferred' in query

const commandsWithCount = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']

class Connection implements DatabaseConnection {
  readonly #client: PooledClient
  #isBroken = false
  #hasBegun = false
  /** `begin` and settings. They are sent with the next statement, because no code needs their answers. */
  #deferred: CompiledQuery[] = []

  constructor(client: PooledClient) {
    this.#client = client
  }

  begin() {
    this.#hasBegun = false
    this.#deferred = [CompiledQuery.raw('begin')]
  }

  async rollback() {
    this.#deferred = []
    if (!this.#hasBegun) return
    try {
      await this.executeQuery(CompiledQuery.raw('rollback'))
    } catch (error) {
      this.#isBroken = true
      throw error
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (isDeferred(query)) {
      this.#deferred.push(query)
      return { rows: [] }
    }
    if (!isPipeline(query)) return toQueryResult((await this.#send([query]))[0])
    // A pipeline has one entry per query: its rows.
    const answers: { rows: unknown }[] = await this.#send(query.queries)
    return { rows: answers.map(({ rows }) => rows as Row) }
  }

  /** The command that ended the transaction: `COMMIT`, or `ROLLBACK` after a failed statement. */
  async commit(): Promise<string | undefined> {
    const [answer] = await this.#send([CompiledQuery.raw('commit')])
    return answer?.command
  }

  /** Sends statements in one exchange and waits for all answers. The first error is the cause of the others. */
  async #send(queries: readonly CompiledQuery[]): Promise<QueryAnswer[]> {
    const deferred = this.#deferred
    this.#deferred = []
    this.#hasBegun = true
    const sent = [...deferred, ...queries].map((query) => this.#client.query(toConfig(query)))
    const answers: QueryAnswer[] = []
    for (const outcome of await Promise.allSettled(sent)) {
      if (outcome.status === 'rejected') throw outcome.reason
      answers.push(outcome.value)
    }
    return answers.slice(deferred.length)
  }

  streamQuery(): never {
    throw new Error('no statement is read through a cursor')
  }

  release() {
    this.#client.release(this.#isBroken)
  }
}

const toConfig = (query: CompiledQuery): QueryConfig => ({
  text: query.sql,
  values: [...query.parameters],
  ...(hasName(query) && { name: query.name }),
})

function toQueryResult<Row>(answer: QueryAnswer | undefined): QueryResult<Row> {
  const { command = '', rowCount = 0, rows = [] } = answer ?? {}
  return { rows, ...(commandsWithCount.includes(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
}

/**
 * Kysely's PostgreSQL dialect with two additions: named statements (`prepareQuery`) and several in one exchange (`joinQueries`).
 * @param connect takes a connection from the pool
 */
export function createPostgresDialect(connect: () => Promise<PooledClient>, end: () => Promise<void>): Dialect {
  const driver: Driver & { acquireConnection(): Promise<Connection> } = {
    init: async () => {},
    acquireConnection: async () => new Connection(await connect()),
    beginTransaction: async (connection) => toOwnConnection(connection).begin(),
    async commitTransaction(connection) {
      // PostgreSQL answers ROLLBACK if a statement failed before.
      if ((await toOwnConnection(connection).commit()) === 'ROLLBACK') throw new AbortedTransactionError()
    },
    rollbackTransaction: (connection) => toOwnConnection(connection).rollback(),
    releaseConnection: async (connection) => toOwnConnection(connection).release(),
    destroy: end,
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

function toOwnConnection(connection: DatabaseConnection): Connection {
  if (connection instanceof Connection) return connection
  throw new Error('a connection of another driver')
}
