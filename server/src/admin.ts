import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { writeBackupFile } from './commands/backup.ts'
import { checkConfig } from './commands/check-config.ts'
import { describeStudio, eraseStudio, findStudioToErase } from './commands/erase-studio.ts'
import { exportStudio } from './commands/export-studio.ts'
import { importStudio } from './commands/import-studio.ts'
import { listAccounts, listDemoAccounts, listStudios } from './commands/list-accounts.ts'
import { countLostItems, describeLoss, resetKeys } from './commands/reset-keys.ts'
import { restore } from './commands/restore.ts'
import { rotateKey } from './commands/rotate-key.ts'
import { replacePushKeys } from './commands/rotate-push-keys.ts'
import { sendTestEmail } from './commands/send-test-mail.ts'
import { createSuperAdmin } from './commands/super-admin.ts'
import { resetFactors } from './features/auth/factors/service.ts'
import { recoverByOperator } from './features/auth/recovery/service.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { withDatabaseUrl } from './platform/db/backup/find-database.ts'
import type { Engine } from './platform/db/engine.ts'
import { prepareRestore } from './platform/db/migrate.ts'
import { openEngine } from './platform/db/open.ts'
import { setFileStore } from './platform/files/open.ts'
import { openSender } from './platform/jobs/start.ts'
import { createLog, type Log } from './platform/process/log.ts'
import { openDatabase, openWithAnyKeys } from './start.ts'

const usage = `npm run admin -- <command>
  demo-accounts              shows the email addresses and the password of the demo's accounts
  list-people                lists every account with its roles
  list-studios               lists every studio with its address and its plan
  reset-password EMAIL [--print]
                             emails the person a link to choose a new password. With --print it shows the link, so that you can
                             send it to the person. The link works once, for one hour. A second factor is still required
  send-test-mail ADDRESS     sends an email, or says why the mail server rejects it
  check-config               shows the configuration without secrets, and connects to the database and the mail server
  create-super-admin EMAIL   asks for a password (or reads SUPER_ADMIN_PASSWORD) and makes the person a super admin
  reset-second-factor EMAIL  removes all second factors of a person and signs the person out. If the email address was confirmed,
                             the password and connected providers still work: ask the person to change the password and to check
                             the providers. If it was never confirmed, they are removed too
  reset-keys [--yes]         use it if SECRET_KEY is lost. It lists what will be lost, asks for confirmation, and changes the
                             database so that it starts with the current SECRET_KEY
  rotate-key                 creates a new secret key, or replaces FORMER_SECRET_KEY by SECRET_KEY, and encrypts all secrets
                             again. Stop a server on the embedded database first
  rotate-push-keys           creates new keys for notifications on devices. The server may be running. Devices get no
                             notifications until a person opens the product on them: the browser then subscribes with the new key
  erase-studio ADDRESS [--yes]
                             erases a studio with all its data and files. It lists what will be erased and asks for
                             confirmation. ADDRESS is the studio's part of the address, as list-studios shows it. If you restore an
                             older backup, the studio is erased again
  export-studio ADDRESS FILE writes everything of a studio into the ZIP file FILE. The server may be running
  import-studio FILE [--address NEW] [--invite]
                             adds an exported studio with new ids. The server may be running. The studio is paused at first. Its
                             people become client records and invitations, and --invite emails the invitations. Use --address if
                             the studio's address is taken
  prepare-restore            creates the roles that a dump needs in the database of DATABASE_URL. Run it before pg_restore
  backup FILE [--files]      writes all data into FILE, with --files also the uploaded files. The server may be running
  restore FILE [--erasures-from URL]
                             restores FILE into the empty database of DATABASE_URL, or replaces the embedded database (stop the
                             server first). Accounts that were deleted after the backup are deleted again. The embedded database
                             knows them; for another database, give its URL with --erasures-from
`

const SIGN_IN_METHODS_ENDED = `The address was never confirmed, so the password and the connected providers ended too. The person
signs in with "Forgot password", which mails a link.`
const SIGN_IN_METHODS_LEFT = `The password and the connected providers still work. If another person may know the password, ask the
owner to choose a new one with "Forgot password" and to look through "Sign-in methods" in the profile.`

async function askPassword(): Promise<string> {
  const password = process.env.SUPER_ADMIN_PASSWORD || (await askInTerminal('Password (at least 6 characters): '))
  if (password.length < 6) throw new Error('A password has at least 6 characters.')
  return password
}

async function askInTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(question)
  terminal.close()
  return answer
}

/** Prints the losses of a reset and asks for confirmation. Without a terminal, `--yes` confirms. */
async function confirmAndResetKeys(engine: Engine, isConfirmed: boolean): Promise<string> {
  const lostItems = await countLostItems(engine)
  if (lostItems === null) throw new Error('This SECRET_KEY fits the database. Nothing was changed.')
  process.stdout.write(`${describeLoss(lostItems)}\n`)
  if (!isConfirmed) {
    if (!process.stdin.isTTY) throw new Error('Nothing was changed. To reset: npm run admin -- reset-keys --yes')
    const answer = await askInTerminal('Type "reset" to continue: ')
    if (answer.trim() !== 'reset') throw new Error('Nothing was changed.')
  }
  await resetKeys(engine, new Date())
  return 'The keys were reset. The product starts with the current SECRET_KEY.'
}

/** Prints the losses of an erasure and asks for the studio's name. Without a terminal, `--yes` confirms. */
async function confirmAndEraseStudio(address: string, isConfirmed: boolean): Promise<string> {
  const studio = await findStudioToErase(address.replace(/^\//, ''))
  if (!studio) throw new Error(`There is no studio with the address ${address}. Nothing was changed.`)
  process.stdout.write(`${describeStudio(studio)}\n`)
  if (!isConfirmed) {
    if (!process.stdin.isTTY)
      throw new Error(`Nothing was changed. To erase: npm run admin -- erase-studio ${address} --yes`)
    const answer = await askInTerminal(`Type the studio's name to continue: `)
    if (answer.trim() !== studio.name) throw new Error('That is not its name. Nothing was changed.')
  }
  const files = await eraseStudio(studio.id)
  return `${studio.name} was erased with ${files?.length ?? 0} files. Backups from before still contain it.`
}

const flags = {
  yes: { type: 'boolean', default: false },
  print: { type: 'boolean', default: false },
  files: { type: 'boolean', default: false },
  'erasures-from': { type: 'string' },
  address: { type: 'string' },
  invite: { type: 'boolean', default: false },
} as const

type Flags = ReturnType<typeof parseArgs<{ options: typeof flags }>>['values']
type Command = { config: Config; log: Log; flags: Flags; rest: string[] }

/** Runs `work` on the database, also while a server runs with the embedded one. */
const withDatabase = <T>({ config, log }: Command, work: (engine: Engine) => Promise<T>): Promise<T> =>
  withDatabaseUrl(config, async (databaseUrl) => {
    const engine = await openDatabase({ ...config, databaseUrl }, log)
    return work(engine).finally(() => engine.close())
  })

/** Runs `work`, which queues jobs for the server. */
async function withSender<T>(engine: Engine, log: Log, work: () => Promise<T>): Promise<T> {
  const stopSending = await openSender(engine, { log })
  return work().finally(stopSending)
}

const resetErrors = {
  unknown: 'There is no account with the address',
  suspended: 'An operator suspended the account of',
  unconfirmed: 'Without --print the link goes to the mailbox: only that can confirm the address of',
}

async function resetPassword(email: string, { config, flags: { print } }: Command): Promise<string> {
  const result = await recoverByOperator({ email: email.toLowerCase(), publicUrl: config.publicUrl, print }, new Date())
  if (result.outcome === 'link')
    return `Give this link to ${email} alone. It works once, until an hour from now:\n${result.link}`
  if (result.outcome === 'mailed') return `The server mails a link to ${email}, now or as soon as it runs.`
  throw new Error(`${resetErrors[result.outcome]} ${email}. Nothing was changed.`)
}

/** All commands. `subject` is the argument after the command's name. @returns the output of the command */
const commands: Record<string, (subject: string, command: Command) => Promise<string>> = {
  'demo-accounts': (_, command) => withDatabase(command, listDemoAccounts),
  'list-people': (_, command) => withDatabase(command, listAccounts),
  'list-studios': (_, command) => withDatabase(command, listStudios),
  async 'reset-password'(email, command) {
    requireAddress(email)
    return withDatabase(command, (engine) => withSender(engine, command.log, () => resetPassword(email, command)))
  },
  async 'send-test-mail'(to, { config }) {
    requireAddress(to)
    return sendTestEmail(config, to)
  },
  'check-config': () => checkConfig(process.env),
  async 'create-super-admin'(email, { config, log }) {
    requireAddress(email)
    const password = await askPassword()
    const engine = await openDatabase(config, log)
    const created = await createSuperAdmin({ email: email.toLowerCase(), password }, new Date())
    await engine.close()
    return created
      ? `${email} was created and is a super admin.`
      : `${email} is a super admin with this password and was signed out everywhere.`
  },
  async 'reset-second-factor'(email, { config, log }) {
    requireAddress(email)
    const engine = await openDatabase(config, log)
    const result = await withSender(engine, log, () => resetFactors(email.toLowerCase(), new Date())).finally(() =>
      engine.close(),
    )
    if (result === null) throw new Error(`No account has the email address ${email}.`)
    const summary = `${email} had ${result.factors} second factors, has none now and was signed out everywhere.`
    return `${summary}\n${result.ended_ways_in ? SIGN_IN_METHODS_ENDED : SIGN_IN_METHODS_LEFT}`
  },
  async 'reset-keys'(_, { config, log, flags: { yes } }) {
    const engine = await openWithAnyKeys(config, log)
    return confirmAndResetKeys(engine, yes).finally(() => engine.close())
  },
  async 'rotate-key'(_, { config, log }) {
    const engine = await openDatabase(config, log)
    return rotateKey(engine, config, new Date()).finally(() => engine.close())
  },
  'rotate-push-keys': (_, command) => withDatabase(command, () => replacePushKeys(command.config)),
  async 'erase-studio'(address, command) {
    if (!address) throw new Error(usage)
    setFileStore(command.config)
    return withDatabase(command, () => confirmAndEraseStudio(address, command.flags.yes))
  },
  async 'export-studio'(address, command) {
    const [file] = command.rest
    if (!address || !file) throw new Error(usage)
    setFileStore(command.config)
    return withDatabase(command, () => exportStudio(address, file, new Date()))
  },
  async 'import-studio'(file, { config, log, flags: { address, invite } }) {
    if (!file) throw new Error(usage)
    setFileStore(config)
    return withDatabaseUrl(config, async (url) => {
      const engine = await openDatabase({ ...config, databaseUrl: url }, log)
      const run = () => importStudio({ url, file, slug: address, invite, now: new Date(), log })
      const { report } = await withSender(engine, log, run).finally(() => engine.close())
      return report
    })
  },
  async 'prepare-restore'(_, { config, log }) {
    if (!config.databaseUrl)
      throw new Error('This is for DATABASE_URL. The embedded database: npm run admin -- restore')
    const engine = await openEngine(config, log)
    await prepareRestore(engine).finally(() => engine.close())
    return 'The roles were created. Now restore the dump: pg_restore --exit-on-error --dbname "$DATABASE_URL" FILE'
  },
  async backup(file, { config, flags: { files } }) {
    if (!file) throw new Error(usage)
    return writeBackupFile(config, file, files)
  },
  async restore(file, { config, flags: { 'erasures-from': erasuresFrom } }) {
    if (!file) throw new Error(usage)
    return restore(config, file, erasuresFrom)
  },
}

function requireAddress(email: string) {
  if (!email.includes('@')) throw new Error(usage)
}

async function main(args: string[]) {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: flags })
  const [name = '', subject = '', ...rest] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Error(usage)
  // A server's configuration accepts these two variables only together. A command gets the address as an argument and may use
  // only the password, so both are left out here.
  const config = readConfig({ ...process.env, SUPER_ADMIN_EMAIL: '', SUPER_ADMIN_PASSWORD: '' })
  return command(subject, { config, log: createLog('warn'), flags: values, rest })
}

// Without a listener, a signal would end the process at once, and the database server that it started would still run.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

main(process.argv.slice(2)).then(
  (result) => process.stdout.write(`${result}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
