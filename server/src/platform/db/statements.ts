import type { CompiledQuery, QueryResult, RawBuilder } from 'kysely'
import { planned, unanswered } from './exchange.ts'
import type { Tx } from './transaction.ts'

/** Runs a hot query as a named prepared statement. */
export const executePlanned = <Row>(
  tx: Tx,
  statement: { compile(tx: Tx): CompiledQuery<Row> },
): Promise<QueryResult<Row>> => tx.executeQuery(planned(statement.compile(tx)))

/** Queues a statement to be sent with the next one; its error surfaces there. */
export const executeUnanswered = (tx: Tx, statement: RawBuilder<unknown>) =>
  tx.executeQuery(unanswered(planned(statement.compile(tx))))

/**
 * Runs two statements in one exchange, where the second needs nothing of the first one's answer.
 * @returns the rows of each
 */
export async function executeTogether<One, Other>(
  tx: Tx,
  one: RawBuilder<One>,
  other: RawBuilder<Other>,
): Promise<[One[], Other[]]> {
  const first = await executeAhead(tx, one)
  const { rows } = await executePlanned(tx, other)
  return [first(), rows]
}

/**
 * Queues a query to be sent with the next statement.
 * @returns its rows, for when that statement was answered
 */
export async function executeAhead<Row>(tx: Tx, statement: RawBuilder<Row>): Promise<() => Row[]> {
  let found: Row[] = []
  const hear = ({ rows }: { rows: Row[] }) => {
    found = rows
  }
  await tx.executeQuery(unanswered(planned(statement.compile(tx)), hear))
  return () => found
}
