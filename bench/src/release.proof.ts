/**
 * A release works on a minimal Debian from its first start to an upgrade: `npm run prove -- release`. Needs root and
 * debootstrap. It runs the steps of `deploy/Dockerfile` without Docker, for two versions, and runs the result as the image's
 * user: first start, second start, backup, upgrade, downgrade, restore, a start with DATABASE_URL, and a start as root.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { root } from '../../scripts/install.mjs'
import { type Entry, type Inside, makeDebian, runIn, startIn } from './debian.ts'
import { commandOf, readStages, type Stage, settingsOf } from './dockerfile.ts'

const STARTS_WITHIN_MS = 120_000
const LATER_VERSION = '999.0.0'

mkdirSync(join(root, 'node_modules/.cache/studiohub'), { recursive: true })
const folder = mkdtempSync(join(root, 'node_modules/.cache/studiohub/release-'))
const pathOf = (name: string) => join(folder, name)
const [build, product] = readStages(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))
if (!build || !product) throw new Error('deploy/Dockerfile has two stages')
const image = settingsOf(product)

const operator = { email: 'operator@example.com', password: randomBytes(9).toString('hex') }
const early = { email: 'early@example.com', password: randomBytes(9).toString('hex') }
const late = { email: 'late@example.com', password: randomBytes(9).toString('hex') }
const backup = `${image.volume}/backup.tar.gz`
let faults = 0

function expectTrue(statement: string, isTrue: boolean) {
  if (!isTrue) faults += 1
  console.log(`${isTrue ? 'ok   ' : 'FAULT'} ${statement}`)
}

const clone = (from: string, to: string) => execFileSync('cp', ['-a', pathOf(from), pathOf(to)])

/** Creates a Debian with the Node of the images. `slim` and the full image have no difference that matters here. */
function createBase() {
  makeDebian(pathOf('base'))
  // npm looks for the settings of this machine next to Node.
  copyFileSync(join(root, 'node_modules/node/bin/node'), join(pathOf('base'), 'usr/bin/node'))
  runIn(pathOf('base'), ['sh', '-c', 'apt-get -qq update && apt-get -qq install -y libatomic1'])
}

/** Runs the steps of a stage in the system `name`. `change` can change a command. */
function runSteps({ steps }: Stage, name: string, change = (command: string) => command) {
  const system = pathOf(name)
  let cwd = '/'
  for (const step of steps) {
    if (step.name === 'WORKDIR') {
      cwd = step.text
      mkdirSync(join(system, cwd), { recursive: true })
    }
    if (step.name === 'RUN') console.log(runIn(system, ['sh', '-c', change(commandOf(step))], { cwd }))
    if (step.name === 'COPY') copy(step.text.split(' '), join(system, cwd))
  }
}

function copy(args: string[], cwd: string) {
  if (args[0] === '.') {
    const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', cwd], { input: archive })
    return
  }
  const [stage = '', from = '', to = ''] = args.map((arg) => arg.replace('--from=', ''))
  cpSync(join(pathOf(stage), from), join(cwd, to), { recursive: true, verbatimSymlinks: true })
}

/** Builds the image `name` from the sources at HEAD, as `version` if it is given. */
function buildImage(name: string, version?: string) {
  if (!build || !product) return
  const withVersion = (command: string) =>
    version ? command.replace('npm run release --', `npm run release -- --version=${version}`) : command
  // A later version must change the schema, so that there is something to migrate.
  if (version) {
    const migrations = join(pathOf('build'), 'src/server/migrations')
    const next = String(readdirSync(migrations).length + 1).padStart(4, '0')
    writeFileSync(join(migrations, `${next}_later.sql`), "comment on table studios is 'later';\n")
  }
  for (const output of ['release', 'tmp/release'])
    rmSync(join(pathOf('build'), output), { recursive: true, force: true })
  runSteps(build, 'build', withVersion)
  clone('base', name)
  runSteps(product, name)
}

const port = await freePort()
const url = `http://127.0.0.1:${port}`

function entry(extraEnv: Record<string, string> = {}): Entry {
  const env = { ...image.env, PORT: String(port), DEMO: 'off', LOG_LEVEL: 'warn', ...extraEnv }
  return { env, user: image.user, cwd: image.cwd, volume: { from: pathOf('volume'), to: image.volume } }
}

const admin = (name: string, ...args: string[]) =>
  runIn(pathOf(name), [...image.command, 'admin', ...args], entry({ SUPER_ADMIN_EMAIL: '' }))

function refuses(name: string, ...args: string[]): boolean {
  try {
    console.log(admin(name, ...args))
    return false
  } catch {
    return true
  }
}

async function becomesReady(inside: Inside): Promise<boolean> {
  for (const until = Date.now() + STARTS_WITHIN_MS; Date.now() < until; await wait(250)) {
    if (inside.child.exitCode !== null) return false
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.ok) return true
  }
  return false
}

async function post(path: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.status
}

const signUp = (person: object) => post('/auth/v1/signup', person)
const signsIn = async (person: object) => (await post('/auth/v1/token?grant_type=password', person)) === 200

/** Runs the image `name` until `work` is done, and stops it as a container engine does. */
async function runImage(title: string, name: string, settings: Entry, work: () => Promise<void>) {
  console.log(`\n== ${title}`)
  const inside = startIn(pathOf(name), image.command, settings)
  try {
    const isUp = await becomesReady(inside)
    expectTrue('it starts', isUp)
    if (isUp) await work()
  } finally {
    expectTrue('it ends well on SIGTERM', (await inside.stop()) === 0)
  }
}

async function refusesToStart(name: string): Promise<boolean> {
  const inside = startIn(pathOf(name), image.command, entry())
  if (!(await becomesReady(inside))) return true
  await inside.stop()
  return false
}

const firstEntry = entry({ SUPER_ADMIN_EMAIL: operator.email, SUPER_ADMIN_PASSWORD: operator.password })

async function proveLifeCycle() {
  await runImage('first start', 'image', firstEntry, async () => {
    expectTrue('the operator signs in', await signsIn(operator))
    expectTrue(
      'the health check of the image passes',
      !throws(() => runIn(pathOf('image'), image.healthCheck, entry())),
    )
    expectTrue('a person signs up', (await signUp(early)) === 200)
  })
  const owner = statSync(join(pathOf('volume'), 'postgres')).uid
  expectTrue('the data belong to the user of the image', owner === statSync(pathOf('volume')).uid && owner !== 0)
  await runImage('second start, and a backup while it runs', 'image', entry(), async () => {
    expectTrue('both still sign in', (await signsIn(operator)) && (await signsIn(early)))
    expectTrue('it writes a backup', admin('image', 'backup', backup).startsWith('Written to'))
  })
  await runImage('upgrade', 'later', entry(), async () => {
    expectTrue('both still sign in', (await signsIn(operator)) && (await signsIn(early)))
    expectTrue('another person signs up', (await signUp(late)) === 200)
    expectTrue('it writes a backup', admin('later', 'backup', `${backup}.later`).startsWith('Written to'))
  })
  console.log('\n== going back')
  expectTrue('the former version refuses the upgraded database', await refusesToStart('image'))
  expectTrue('the former version refuses a backup of the later one', refuses('image', 'restore', `${backup}.later`))
  console.log(admin('image', 'restore', backup))
  await runImage('after the restore', 'image', entry(), async () => {
    expectTrue('who was there at the backup signs in', (await signsIn(operator)) && (await signsIn(early)))
    expectTrue('who came later is not known', !(await signsIn(late)))
  })
}

function throws(work: () => unknown): boolean {
  try {
    work()
    return false
  } catch {
    return true
  }
}

async function proveOtherWays() {
  const postgres = await startOwnPostgres()
  const SECRET_KEY = randomBytes(32).toString('hex')
  const withDatabase = { ...firstEntry.env, DATABASE_URL: postgres.url, SECRET_KEY }
  await runImage('with DATABASE_URL', 'image', { ...firstEntry, env: withDatabase }, async () => {
    expectTrue('the operator signs in', await signsIn(operator))
  })
  await postgres.stop()
  const asRoot = { ...firstEntry, user: undefined, env: { ...firstEntry.env, DATA_DIR: '/srv/data' } }
  await runImage('as root, where the kernel allows user namespaces', 'image', asRoot, async () => {
    expectTrue('the operator signs in', await signsIn(operator))
  })
  expectTrue('the data stay with root', statSync(join(pathOf('image'), 'srv/data/postgres/data')).uid === 0)
}

try {
  createBase()
  clone('base', 'build')
  buildImage('image')
  buildImage('later', LATER_VERSION)
  const packages = join(pathOf('image'), image.cwd, 'node_modules')
  const tools = ['typescript', 'vite', 'vitest', 'tsx', '@biomejs', 'node'].filter((name) =>
    existsSync(join(packages, name)),
  )
  expectTrue(`no development tool is in the image ${tools}`, tools.length === 0)
  // A new volume starts with the content of the image's folder.
  execFileSync('cp', ['-a', join(pathOf('image'), image.volume), pathOf('volume')])
  await proveLifeCycle()
  await proveOtherWays()
  console.log(`\n${faults === 0 ? 'no fault' : `${faults} faults`}`)
  process.exitCode = faults === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
