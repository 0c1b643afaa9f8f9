import type { CompiledQuery, QueryResult } from 'kysely'
import { joined, prepared } from './driver.ts'
import type { Tx } from './transaction.ts'

/** A statement that has not been sent yet: a query of Kysely's builder, or SQL with its values. */
export type Statement<Row = unknown> = { compile(tx: Tx): CompiledQuery<Row> }

/** The rows of each of several statements. */
export type RowsOfEach<Statements extends readonly (Statement | null)[]> = {
  -readonly [Index in keyof Statements]: RowsOf<Statements[Index]>
}
type RowsOf<Each> = Each extends Statement<infer Row> ? Row[] : never[]

/** Runs a hot query as a named prepared statement, so that every connection reuses its plan. */
export const executePrepared = <Row>(tx: Tx, statement: Statement<Row>): Promise<QueryResult<Row>> =>
  tx.executeQuery(prepared(statement.compile(tx)))

/**
 * Runs statements in order, in one exchange with the database, as prepared statements. Each sees the changes of the ones
 * before. If one fails, the following ones do not run, and its error is thrown.
 * @param statements null statements are skipped and have no rows
 * @returns the rows of each
 */
export async function pipeline<const Statements extends readonly (Statement | null)[]>(
  tx: Tx,
  statements: Statements,
): Promise<RowsOfEach<Statements>> {
  const sent = statements.filter((statement) => statement !== null)
  const { rows } = await tx.executeQuery(joined(sent.map((statement) => prepared(statement.compile(tx)))))
  const answers = rows.values()
  // The driver answers in the order of the statements, which TypeScript cannot express.
  return statements.map((statement) => (statement === null ? [] : answers.next().value)) as never
}
