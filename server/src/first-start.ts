import type { FastifyInstance } from 'fastify'
import { demoPeople, loadDemo } from './demo.ts'
import type { Config } from './platform/config.ts'
import { asSystem } from './platform/db/door.ts'
import type { Log } from './platform/log.ts'
import { createSuperAdmin } from './super-admin.ts'

const isEmpty = () =>
  asSystem(async (tx) => (await tx.selectFrom('auth.users').select('id').limit(1).execute()).length === 0)

/**
 * What a first start adds to an empty database: the super admin of the environment, or else the demo, where the server
 * can be reached from this machine alone.
 * @param options.say prints a line for the person at the terminal
 */
export async function prepareFirstStart(
  app: FastifyInstance,
  { config, log, say }: { config: Config; log: Log; say: (line: string) => void },
) {
  if (!(await isEmpty())) return
  if (config.superAdmin) {
    await createSuperAdmin(config.superAdmin, new Date())
    say(`The super admin ${config.superAdmin.email} was created.`)
  } else if (config.demo) {
    await quietly(log, () => loadDemo(app, config))
    for (const person of demoPeople) say(`  ${person.role.padEnd(13)} ${person.email.padEnd(30)} ${person.password}`)
    say('The demo was loaded; these are its sign-ins. Set SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD to start empty.')
  } else {
    say('This database is empty. Make the first super admin: npm run admin -- create-super-admin you@example.com')
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
