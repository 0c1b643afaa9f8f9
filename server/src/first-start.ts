import type { FastifyInstance } from 'fastify'
import { createSuperAdmin } from './commands/super-admin.ts'
import { demoPeople, loadDemo } from './demo/write-demo.ts'
import type { Config } from './platform/config/config.ts'
import { asSystem } from './platform/db/actor.ts'
import type { Engine } from './platform/db/engine.ts'
import { usePayments } from './platform/payments/open.ts'
import type { Log } from './platform/process/log.ts'
import { StartError } from './platform/process/start-error.ts'

type OpenApp = (config: Config) => Promise<FastifyInstance>
type Say = (line: string) => void

// A note in the database itself, since its folder may not outlive the process: written before the first row, taken away
// after the last.
const UNFINISHED = 'StudioHub: the first start has not finished.'

const isEmpty = () =>
  asSystem(async (tx) => (await tx.selectFrom('auth.users').select('id').limit(1).execute()).length === 0)

const note = (engine: Engine, text: string | null) =>
  engine.script(`set local role studiohub_owner; comment on schema app is ${text === null ? 'null' : `'${text}'`}`)

/**
 * What a first start adds to an empty database: the super admin of the environment, or else the demo, where the server
 * can be reached from this machine alone.
 * @param options.say prints a line for the person at the terminal
 * @throws where an earlier first start did not come to its end, or another process is in the middle of it
 */
export async function prepareFirstStart(
  openApp: OpenApp,
  { config, log, say, engine }: { config: Config; log: Log; say: Say; engine: Engine },
) {
  await refuseUnfinished(engine, config)
  if (!(await isEmpty())) return
  if (!config.superAdmin && !config.demo) {
    say('This database is empty. Make the first super admin: npm run admin -- create-super-admin you@example.com')
    return
  }
  await note(engine, UNFINISHED)
  await fill(openApp, { config, log, say })
  await note(engine, null)
}

async function refuseUnfinished(engine: Engine, { databaseUrl, dataDir }: Config) {
  const { rows } = await engine.execute(
    `select obj_description('app'::regnamespace, 'pg_namespace') = $1 as unfinished`,
    [UNFINISHED],
  )
  if (!rows[0]?.['unfinished']) return
  const remedy = databaseUrl
    ? 'If no other process is starting, make an empty database for DATABASE_URL'
    : `Remove the folder postgres in ${dataDir}`
  throw new StartError(
    `The first start was interrupted, so this database holds only a part of what it makes. ${remedy} and start again.`,
  )
}

async function fill(openApp: OpenApp, { config, log, say }: { config: Config; log: Log; say: Say }) {
  if (config.superAdmin) {
    await createSuperAdmin(config.superAdmin, new Date())
    say(`The super admin ${config.superAdmin.email} was created.`)
    return
  }
  await quietly(log, () => loadAlone(openApp, config))
  for (const person of demoPeople) say(`  ${person.role.padEnd(13)} ${person.email.padEnd(30)} ${person.password}`)
  say('The demo was loaded; these are its sign-ins. Set SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD to start empty.')
}

/**
 * Loads the demo by a server without services outside, whatever the configuration names: nobody solves a captcha, clicks a
 * mailed link or pays for the demo's studios.
 */
async function loadAlone(openApp: OpenApp, config: Config) {
  const alone = { ...config, captcha: null, authConfirmEmail: false, stripe: null }
  usePayments(alone)
  const app = await openApp(alone)
  try {
    await loadDemo(app, alone)
  } finally {
    await app.close()
    usePayments(config)
  }
}

// The demo's own calls are nobody's requests.
async function quietly(log: Log, work: () => Promise<void>) {
  const { level } = log
  log.level = 'warn'
  await work().finally(() => {
    log.level = level
  })
}
