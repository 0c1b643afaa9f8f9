import { build } from '../../scripts/build.mjs'
import { startTestCluster } from './test-cluster.ts'

/**
 * Before the server tests: builds the server for those that start it as a process, and starts one database server for the
 * whole run, unless `TEST_DATABASE_URL` is set.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!(await build(['server']))) throw new Error('The server could not be built.')
  if (process.env.TEST_DATABASE_URL) return
  const postgres = await startTestCluster()
  process.env.TEST_DATABASE_URL = postgres.url
  return () => postgres.stop()
}
