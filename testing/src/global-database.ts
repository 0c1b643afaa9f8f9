import { startOwnPostgres } from './postgres.ts'

/** One database server for a whole run of the server tests, unless `TEST_DATABASE_URL` is set. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return
  const postgres = await startOwnPostgres()
  process.env.TEST_DATABASE_URL = postgres.url
  return () => postgres.stop()
}
