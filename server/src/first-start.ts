import type { FastifyInstance } from 'fastify'
import { demoPeople, loadDemo } from './demo.ts'
import type { Config } from './platform/config.ts'
import { asSystem } from './platform/db/door.ts'
import type { Log } from './platform/log.ts'
import { usePayments } from './platform/payments/open.ts'
import { createSuperAdmin } from './super-admin.ts'

type OpenApp = (config: Config) => Promise<FastifyInstance>

const isEmpty = () =>
  asSystem(async (tx) => (await tx.selectFrom('auth.users').select('id').limit(1).execute()).length === 0)

/**
 * What a first start adds to an empty database: the super admin of the environment, or else the demo, where the server
 * can be reached from this machine alone.
 * @param options.say prints a line for the person at the terminal
 */
export async function prepareFirstStart(
  openApp: OpenApp,
  { config, log, say }: { config: Config; log: Log; say: (line: string) => void },
) {
  if (!(await isEmpty())) return
  if (config.superAdmin) {
    await createSuperAdmin(config.superAdmin, new Date())
    say(`The super admin ${config.superAdmin.email} was created.`)
  } else if (config.demo) {
    await quietly(log, () => loadAlone(openApp, config))
    for (const person of demoPeople) say(`  ${person.role.padEnd(13)} ${person.email.padEnd(30)} ${person.password}`)
    say('The demo was loaded; these are its sign-ins. Set SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD to start empty.')
  } else {
    say('This database is empty. Make the first super admin: npm run admin -- create-super-admin you@example.com')
  }
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
