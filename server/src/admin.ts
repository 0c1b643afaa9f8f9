import { createInterface } from 'node:readline/promises'
import { resetFactors } from './features/auth/factors/service.ts'
import { readConfig } from './platform/config.ts'
import { backup, restore } from './platform/db/embedded/backup.ts'
import { prepareRestore } from './platform/db/migrate.ts'
import { openEngine } from './platform/db/open.ts'
import { createLog } from './platform/log.ts'
import { resetKeys, tellLost } from './reset-keys.ts'
import { openDatabase, openWithAnyKeys } from './start.ts'
import { createSuperAdmin } from './super-admin.ts'

const usage = `npm run admin -- <command>
  create-super-admin EMAIL   asks for a password (or reads SUPER_ADMIN_PASSWORD) and makes the person a super admin
  reset-second-factor EMAIL  takes away what a person proves themselves with beside their password, and signs them out
  reset-keys                 where SECRET_KEY is lost: lets the database start with the present one, and says what is lost
  prepare-restore            with DATABASE_URL: makes the roles that a dump needs, before pg_restore
  backup FILE                writes the embedded database into FILE (while a server runs: its newest snapshot)
  restore FILE               puts FILE in the place of the embedded database (the server must be stopped)
`

async function askPassword(): Promise<string> {
  const password = process.env.SUPER_ADMIN_PASSWORD || (await askTerminal())
  if (password.length < 6) throw new Error('A password has at least 6 characters.')
  return password
}

async function askTerminal(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const password = await terminal.question('Password (at least 6 characters): ')
  terminal.close()
  return password
}

async function main([command, subject]: string[]) {
  // A server takes the password together with an address; here the command names the address.
  const config = readConfig({ ...process.env, SUPER_ADMIN_EMAIL: '', SUPER_ADMIN_PASSWORD: '' })
  const log = createLog('warn')
  if (command === 'create-super-admin' && subject?.includes('@')) {
    const password = await askPassword()
    const engine = await openDatabase(config, log)
    const created = await createSuperAdmin({ email: subject.toLowerCase(), password }, new Date())
    await engine.close()
    return created
      ? `${subject} was created and is a super admin.`
      : `${subject} is a super admin with this password and was signed out everywhere.`
  }
  if (command === 'reset-second-factor' && subject?.includes('@')) {
    const engine = await openDatabase(config, log)
    const count = await resetFactors(subject.toLowerCase(), new Date())
    await engine.close()
    if (count === null) throw new Error(`Nobody has an account with the address ${subject}.`)
    return `${subject} had ${count} second factors, has none now and was signed out everywhere.`
  }
  if (command === 'reset-keys') {
    const engine = await openWithAnyKeys(config, log)
    const lost = await resetKeys(engine, new Date()).finally(() => engine.close())
    if (lost === null) throw new Error('This SECRET_KEY fits the database. Nothing was changed.')
    return tellLost(lost)
  }
  if (command === 'prepare-restore') {
    if (!config.databaseUrl)
      throw new Error('This is for DATABASE_URL. The embedded database: npm run admin -- restore')
    const engine = await openEngine(config, log)
    await prepareRestore(engine).finally(() => engine.close())
    return 'The roles are there. Now restore the dump: pg_restore --exit-on-error --dbname "$DATABASE_URL" FILE'
  }
  if (config.databaseUrl && (command === 'backup' || command === 'restore')) {
    throw new Error('With DATABASE_URL use pg_dump and pg_restore (docs/operations.md).')
  }
  if (command === 'backup' && subject) return backup(config.dataDir, subject).then(() => `Written to ${subject}.`)
  if (command === 'restore' && subject) return restore(subject, config.dataDir).then(() => `Restored from ${subject}.`)
  throw new Error(usage)
}

main(process.argv.slice(2)).then(
  (said) => process.stdout.write(`${said}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
