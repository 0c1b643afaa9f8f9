import type { CompiledQuery, QueryResult } from 'kysely'
import { joinQueries, prepareQuery } from './driver.ts'
import type { Tx } from './transaction.ts'

/** A statement that has not been sent yet: a query of Kysely's builder, or SQL with its values. */
export type Statement<Row = unknown> = { compile(tx: Tx): CompiledQuery<Row> }

/** Statements by name, in the order in which they run. */
export type NamedStatements = { readonly [name: string]: Statement | null }

/** The rows of each of several statements. */
export type RowsOfEach<Statements extends readonly (Statement | null)[] | NamedStatements> = {
  -readonly [Index in keyof Statements]: RowsOf<Statements[Index]>
}
type RowsOf<Each> = Each extends Statement<infer Row> ? Row[] : never[]

/** Runs a hot query as a named prepared statement, so that every connection reuses its plan. */
export const executePrepared = <Row>(tx: Tx, statement: Statement<Row>): Promise<QueryResult<Row>> =>
  tx.executeQuery(prepareQuery(statement.compile(tx)))

/**
 * Runs statements in order, in one exchange with the database, as prepared statements. Each sees the changes of the
 * statements before it. If one fails, the rest do not run, and its error is thrown.
 * @param statements null statements are skipped and have no rows
 * @returns the rows of each statement
 */
export async function pipeline<const Statements extends readonly (Statement | null)[]>(
  tx: Tx,
  statements: Statements,
): Promise<RowsOfEach<Statements>> {
  const sent = statements.filter((statement) => statement !== null)
  const { rows } = await tx.executeQuery(joinQueries(sent.map((statement) => prepareQuery(statement.compile(tx)))))
  const answers = rows.values()
  // The driver answers in the order of the statements, which TypeScript cannot express.
  return statements.map((statement) => (statement === null ? [] : answers.next().value)) as never
}
