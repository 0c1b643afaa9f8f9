import type { FastifyInstance } from 'fastify'
import { createSuperAdmin } from './commands/super-admin.ts'
import { demoAccounts, signInLines } from './demo/demo-accounts.ts'
import { loadDemo } from './demo/write-demo.ts'
import type { Config } from './platform/config/config.ts'
import { asSystem } from './platform/db/actor.ts'
import type { Engine } from './platform/db/engine.ts'
import {
  eraseUnfinishedRows,
  isFirstStartUnfinished,
  lockFirstStart,
  noteFirstStartFinished,
  recordFirstStart,
} from './platform/db/first-start.ts'
import { setPaymentProviders } from './platform/payments/open.ts'
import type { Log } from './platform/process/log.ts'

type OpenApp = (config: Config) => Promise<FastifyInstance>
type PrintLine = (line: string) => void
type AppParts = { config: Config; log: Log; print: PrintLine; engine: Engine }

const isEmpty = () =>
  asSystem(async (tx) => (await tx.selectFrom('auth.users').select('id').limit(1).execute()).length === 0)

/**
 * Fills an empty database at a first start: with the super admin of the environment, or with the demo if only this machine can
 * reach the server. Before that, removes the rows of an interrupted first start.
 * @param parts.print prints a line for the person at the terminal
 * @returns the lines about signing in; none if the database already has accounts
 */
export async function prepareFirstStart(openApp: OpenApp, parts: AppParts): Promise<string[]> {
  const { engine, config } = parts
  if (!((await isFirstStartUnfinished(engine)) || (await isEmpty()))) return []
  const unlock = await lockFirstStart(config)
  try {
    return await addFirstRows(openApp, parts)
  } finally {
    await unlock()
  }
}

async function addFirstRows(openApp: OpenApp, { config, log, print, engine }: AppParts): Promise<string[]> {
  if (await isFirstStartUnfinished(engine)) {
    await eraseUnfinishedRows(engine)
    print('The first start was interrupted. The part that it had written was removed, and it begins again.')
  }
  if (!(await isEmpty())) return []
  await recordFirstStart(engine)
  const lines = await fillDatabase(openApp, { config, log, print })
  await noteFirstStartFinished(engine)
  return lines
}

async function fillDatabase(openApp: OpenApp, { config, log, print }: Omit<AppParts, 'engine'>): Promise<string[]> {
  if (config.superAdmin) {
    await createSuperAdmin(config.superAdmin, new Date())
    print(`The super admin ${config.superAdmin.email} was created.`)
    return [`Sign in as ${config.superAdmin.email} with the password of SUPER_ADMIN_PASSWORD.`]
  }
  if (!config.demo)
    return ['This database is empty. Create the first super admin: npm run admin -- create-super-admin you@example.com']
  await withoutRequestLog(log, () => loadOffline(openApp, config))
  for (const line of signInLines()) print(line)
  print('The demo was loaded; these are its sign-ins. Set SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD to start empty.')
  const { email, password } = demoAccounts.nora
  return [
    'To see all sign-ins of the demo again: npm run admin -- demo-accounts',
    `Sign in as ${email} with the password ${password}.`,
  ]
}

/**
 * Loads the demo with a server that uses no external services: the demo's accounts cannot solve a captcha, confirm an address
 * or pay.
 */
async function loadOffline(openApp: OpenApp, config: Config) {
  const offlineConfig = { ...config, captcha: null, authConfirmEmail: false, stripe: null, cards: null }
  await setPaymentProviders(offlineConfig)
  const app = await openApp(offlineConfig)
  try {
    await loadDemo(app, offlineConfig)
  } finally {
    await app.close()
    await setPaymentProviders(config)
  }
}

// The calls of the demo must not be logged as requests of people.
async function withoutRequestLog(log: Log, work: () => Promise<void>) {
  const { level } = log
  log.level = 'warn'
  await work().finally(() => {
    log.level = level
  })
}
