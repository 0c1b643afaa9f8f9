import { prepareFirstStart } from './first-start.ts'
import { knownVariables, readConfig } from './platform/config/config.ts'
import { findMisspelled, misspelledSentence } from './platform/config/misspelled.ts'
import { createLog, type Log } from './platform/process/log.ts'
import { StartError } from './platform/process/start-error.ts'
import { type RunningServer, start } from './start.ts'

const STOP_TIMEOUT_MS = 10_000

/** Prints the reason of a failed start, in one sentence if the operator can fix it, and ends the process. */
function exitWithError(error: unknown): never {
  process.stderr.write(`${operatorMessageFor(error) ?? (error instanceof Error ? error.stack : String(error))}\n`)
  for (const line of listMisspelledNames()) process.stderr.write(`${line}\n`)
  process.exit(1)
}

function operatorMessageFor(error: unknown): string | null {
  if (error instanceof StartError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return 'Another program listens on this address. Stop it, or set PORT to another number.'
  if (code === 'EACCES') return 'This user may not listen on that PORT. Choose one above 1023.'
  return null
}

const listMisspelledNames = () => findMisspelled(Object.keys(process.env), knownVariables).map(misspelledSentence)

// The first signal waits for running requests. A second one ends the process at once.
function stopOnSignal(server: RunningServer, log: Log) {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      log.info({ signal }, 'stopping')
      setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
      server.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopped badly')
          process.exit(1)
        },
      )
    })
  }
}

/** Runs the server until a signal stops it. If the start fails, prints the error and ends the process with 1. */
export async function serve() {
  await run().catch(exitWithError)
}

async function run() {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const print = (line: string) => process.stdout.write(`${line}\n`)
  let signIn: string[] = []
  const server = await start(config, log, {
    async prepare(openApp, engine) {
      signIn = await prepareFirstStart(openApp, { config, log, print, engine })
    },
  })
  stopOnSignal(server, log)
  log.info({ address: server.address, public_url: config.publicUrl }, 'listening')
  // Printed last, so that a person at the terminal sees it.
  for (const line of [...listMisspelledNames(), `StudioHub runs on ${config.publicUrl}`, ...signIn]) print(line)
}
