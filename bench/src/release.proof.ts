/**
 * A release works on a minimal Debian from its first start to an upgrade: `npm run prove -- release`. Needs root and
 * debootstrap. It does the steps of `deploy/Dockerfile` by hand, for two versions, and runs the result as the image's
 * user: first start, second start, backup, upgrade, the way back, restore, a start with DATABASE_URL, and one as root.
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
const LATER = '999.0.0'

mkdirSync(join(root, 'node_modules/.cache/studiohub'), { recursive: true })
const folder = mkdtempSync(join(root, 'node_modules/.cache/studiohub/release-'))
const place = (name: string) => join(folder, name)
const [build, product] = readStages(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))
if (!build || !product) throw new Error('deploy/Dockerfile has two stages')
const image = settingsOf(product)

const operator = { email: 'operator@example.com', password: randomBytes(9).toString('hex') }
const early = { email: 'early@example.com', password: randomBytes(9).toString('hex') }
const late = { email: 'late@example.com', password: randomBytes(9).toString('hex') }
const backup = `${image.volume}/backup.tar.gz`
let faults = 0

function expectTrue(what: string, holds: boolean) {
  if (!holds) faults += 1
  console.log(`${holds ? 'ok   ' : 'FAULT'} ${what}`)
}

const clone = (from: string, to: string) => execFileSync('cp', ['-a', place(from), place(to)])

/** Debian with the Node that the images bring; `slim` and the full image differ in nothing that we use. */
function makeBase() {
  makeDebian(place('base'))
  // Where npm looks for the settings of this machine.
  copyFileSync(join(root, 'node_modules/node/bin/node'), join(place('base'), 'usr/bin/node'))
  runIn(place('base'), ['sh', '-c', 'apt-get -qq update && apt-get -qq install -y libatomic1'])
}

/** Does the steps of a stage in the system `name`; `change` may change a command. */
function doSteps({ steps }: Stage, name: string, change = (command: string) => command) {
  const system = place(name)
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
  const [stage = '', from = '', to = ''] = args.map((one) => one.replace('--from=', ''))
  cpSync(join(place(stage), from), join(cwd, to), { recursive: true, verbatimSymlinks: true })
}

/** Builds the image `name` from the sources at HEAD, as `version` where one is named. */
function buildImage(name: string, version?: string) {
  if (!build || !product) return
  const named = (command: string) =>
    version ? command.replace('npm run release --', `npm run release -- --version=${version}`) : command
  // A later version changes the schema, or there would be nothing to migrate.
  if (version) {
    const migrations = join(place('build'), 'src/server/migrations')
    const next = String(readdirSync(migrations).length + 1).padStart(4, '0')
    writeFileSync(join(migrations, `${next}_later.sql`), "comment on table studios is 'later';\n")
  }
  for (const made of ['release', 'tmp/release']) rmSync(join(place('build'), made), { recursive: true, force: true })
  doSteps(build, 'build', named)
  clone('base', name)
  doSteps(product, name)
}

const port = await freePort()
const url = `http://127.0.0.1:${port}`

function entry(more: Record<string, string> = {}): Entry {
  const env = { ...image.env, PORT: String(port), DEMO: 'off', LOG_LEVEL: 'warn', ...more }
  return { env, user: image.user, cwd: image.cwd, volume: { from: place('volume'), to: image.volume } }
}

const admin = (name: string, ...args: string[]) =>
  runIn(place(name), [...image.command, 'admin', ...args], entry({ SUPER_ADMIN_EMAIL: '' }))

function refuses(name: string, ...args: string[]): boolean {
  try {
    console.log(admin(name, ...args))
    return false
  } catch {
    return true
  }
}

async function answers(inside: Inside): Promise<boolean> {
  for (const until = Date.now() + STARTS_WITHIN_MS; Date.now() < until; await wait(250)) {
    if (inside.child.exitCode !== null) return false
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return true
  }
  return false
}

async function post(path: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.status
}

const signUp = (person: object) => post('/auth/v1/signup', person)
const signsIn = async (person: object) => (await post('/auth/v1/token?grant_type=password', person)) === 200

/** Runs the image `name` until `work` is done, and stops it as a container engine does. */
async function running(title: string, name: string, entered: Entry, work: () => Promise<void>) {
  console.log(`\n== ${title}`)
  const inside = startIn(place(name), image.command, entered)
  try {
    const isUp = await answers(inside)
    expectTrue('it starts', isUp)
    if (isUp) await work()
  } finally {
    expectTrue('it ends well on SIGTERM', (await inside.stop()) === 0)
  }
}

async function refusesToStart(name: string): Promise<boolean> {
  const inside = startIn(place(name), image.command, entry())
  if (!(await answers(inside))) return true
  await inside.stop()
  return false
}

const firstEntry = entry({ SUPER_ADMIN_EMAIL: operator.email, SUPER_ADMIN_PASSWORD: operator.password })

async function proveTheLife() {
  await running('first start', 'image', firstEntry, async () => {
    expectTrue('the operator signs in', await signsIn(operator))
    expectTrue('the health check of the image passes', !throws(() => runIn(place('image'), image.healthCheck, entry())))
    expectTrue('a person signs up', (await signUp(early)) === 200)
  })
  const owner = statSync(join(place('volume'), 'postgres')).uid
  expectTrue('the data belong to the user of the image', owner === statSync(place('volume')).uid && owner !== 0)
  await running('second start, and a backup while it runs', 'image', entry(), async () => {
    expectTrue('both still sign in', (await signsIn(operator)) && (await signsIn(early)))
    expectTrue('it writes a backup', admin('image', 'backup', backup).startsWith('Written to'))
  })
  await running('upgrade', 'later', entry(), async () => {
    expectTrue('both still sign in', (await signsIn(operator)) && (await signsIn(early)))
    expectTrue('another person signs up', (await signUp(late)) === 200)
    expectTrue('it writes a backup', admin('later', 'backup', `${backup}.later`).startsWith('Written to'))
  })
  console.log('\n== going back')
  expectTrue('the former version refuses the upgraded database', await refusesToStart('image'))
  expectTrue('the former version refuses a backup of the later one', refuses('image', 'restore', `${backup}.later`))
  console.log(admin('image', 'restore', backup))
  await running('after the restore', 'image', entry(), async () => {
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
  const served = { ...firstEntry.env, DATABASE_URL: postgres.url, SECRET_KEY }
  await running('with DATABASE_URL', 'image', { ...firstEntry, env: served }, async () => {
    expectTrue('the operator signs in', await signsIn(operator))
  })
  await postgres.stop()
  const asRoot = { ...firstEntry, user: undefined, env: { ...firstEntry.env, DATA_DIR: '/srv/data' } }
  await running('as root, where the kernel allows user namespaces', 'image', asRoot, async () => {
    expectTrue('the operator signs in', await signsIn(operator))
  })
  expectTrue('the data stay with root', statSync(join(place('image'), 'srv/data/postgres/data')).uid === 0)
}

try {
  makeBase()
  clone('base', 'build')
  buildImage('image')
  buildImage('later', LATER)
  const packages = join(place('image'), image.cwd, 'node_modules')
  const tools = ['typescript', 'vite', 'vitest', 'tsx', '@biomejs', 'node'].filter((name) =>
    existsSync(join(packages, name)),
  )
  expectTrue(`no development tool is in the image ${tools}`, tools.length === 0)
  // An empty volume begins as the folder of the image.
  execFileSync('cp', ['-a', join(place('image'), image.volume), place('volume')])
  await proveTheLife()
  await proveOtherWays()
  console.log(`\n${faults === 0 ? 'no fault' : `${faults} faults`}`)
  process.exitCode = faults === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
