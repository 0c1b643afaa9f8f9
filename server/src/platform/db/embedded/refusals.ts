/** An error of the database itself, with the code that `sql-errors.ts` reads as it reads PostgreSQL's own. */
function refusal(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

/** A statement ran too long; the code is PostgreSQL's `query_canceled`. @param limit in milliseconds */
export const canceled = (limit: number) => refusal('57014', `a statement ran longer than ${limit} ms and was ended`)

/** A holder did nothing for too long; the code is PostgreSQL's `idle_in_transaction_session_timeout`. */
export const idleTooLong = (limit: number) =>
  refusal('25P03', `a transaction did nothing for ${limit} ms and was rolled back`)

/** The database was ended in the middle of a transaction, which is rolled back, or of a commit, which may have come through. */
export const restarted = () => refusal('DATABASE_RESTARTED', 'the database was restarted in the middle of this')

/** The queue before the one connection did not move. @param limit in milliseconds */
export const busy = (limit: number) => refusal('DATABASE_BUSY', `the database was not free within ${limit} ms`)

export const closing = () => refusal('57P01', 'the database is being closed')
