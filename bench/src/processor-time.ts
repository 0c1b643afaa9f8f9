/** Processor time from Linux's /proc. On a shared machine it is more exact than elapsed time. */
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

const parentOf = (pid: number | string) =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])

const nanoseconds = (schedstat: string) => Number(readFileSync(schedstat, 'utf8').split(' ')[0])

/** The processor time of all threads of a process so far, in milliseconds; 0 if it has ended. */
function usedBy(pid: number | string): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.reduce((sum, thread) => sum + nanoseconds(`/proc/${pid}/task/${thread}/schedstat`), 0) / 1e6
  } catch {
    return 0
  }
}

function isChildOf(parent: number, pid: string): boolean {
  try {
    return parentOf(pid) === parent
  } catch {
    return false
  }
}

/** Processor time of the server and of its PostgreSQL, in milliseconds. */
export type ProcessorTime = { server: number; database: number }

/**
 * A meter of the processor time of a server process and of all processes of its PostgreSQL, which runs on this machine.
 * @returns a function that measures one piece of work
 */
export async function openMeter(serverPid: number | undefined, databaseUrl: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0].pid)
  await client.end()
  const databaseProcesses = () => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isChildOf(postmaster, pid))
  const read = () => ({
    server: usedBy(serverPid ?? 0),
    database: new Map(databaseProcesses().map((pid) => [pid, usedBy(pid)])),
  })
  return async (work: () => Promise<unknown>): Promise<ProcessorTime> => {
    const before = read()
    await work()
    const after = read()
    // A process that has ended is missing in the second reading.
    const database = [...after.database].reduce((sum, [pid, used]) => sum + used - (before.database.get(pid) ?? 0), 0)
    return { server: after.server - before.server, database }
  }
}
