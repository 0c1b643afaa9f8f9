import { execFileSync, type StdioOptions } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A usable Chromium: path, quiet and offline flags, and environment. */
export type Chromium = { executablePath: string; args: string[]; env?: Record<string, string> }

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// Installer output goes to stderr: the stdout of a configuration may be parsed.
const aside: StdioOptions = ['ignore', 2, 2]

const packaged = '@sparticuz/chromium@147.0.0'
const cache = resolve(import.meta.dirname, '../../node_modules/.cache/studiohub/chromium')

/**
 * Finds or installs Chromium: `CHROMIUM_PATH`, the system's, Debian's package if we are root, else the npm package.
 * Prefers the headless shell, because the full browser renders its own frame around every page, which takes much
 * longer.
 * @throws with one sentence if there is none: browser tests are never skipped
 */
export async function findChromium(): Promise<Chromium> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!runnable(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not a program`)
    return { executablePath: named, args: quiet }
  }
  const executablePath = fromSystem() ?? fromDebian()
  if (executablePath) return { executablePath, args: quiet }
  return fromNpm()
}

function fromSystem(): string | undefined {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return paths.find(runnable) ?? ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find(runnable)
}

function fromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !runnable('/usr/bin/apt-get')) return undefined
  console.error('Installing Chromium ...')
  const options = { stdio: aside, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  for (const name of ['chromium-headless-shell', 'chromium']) {
    try {
      execFileSync('apt-get', ['-qq', 'update'], options)
      execFileSync('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', name], options)
      return fromSystem()
    } catch {
      // Not every release has the first one.
    }
  }
  return undefined
}

async function fromNpm(): Promise<Chromium> {
  const entry = join(cache, 'node_modules/@sparticuz/chromium/build/esm/index.js')
  try {
    if (!existsSync(entry)) {
      console.error('Fetching Chromium from the npm registry ...')
      mkdirSync(cache, { recursive: true })
      execFileSync('npm', ['install', '--no-save', '--prefix', cache, packaged], { stdio: aside })
    }
    return await unpack(entry)
  } catch (cause) {
    const hint = 'Install chromium, or name one in CHROMIUM_PATH.'
    throw new Error(`The browser tests need Chromium and none could be found or installed. ${hint}`, { cause })
  }
}

// The package is made for cloud functions: it unpacks libraries only there, into the temporary folder, where it accepts
// any file called `chromium`. Its flags disable web security.
async function unpack(entry: string): Promise<Chromium> {
  const ours = { ...process.env }
  try {
    process.env.TMPDIR = cache
    process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x'
    const { default: chromium } = await import(pathToFileURL(entry).href)
    const executablePath = await chromium.executablePath()
    const { LD_LIBRARY_PATH = '', FONTCONFIG_PATH = '' } = process.env
    return { executablePath, args: quiet, env: { LD_LIBRARY_PATH, FONTCONFIG_PATH } }
  } finally {
    process.env = ours
  }
}

function runnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
