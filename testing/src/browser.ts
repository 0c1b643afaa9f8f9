import { execFileSync, type StdioOptions } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A usable Chromium: path, quiet and offline flags, and environment. */
export type Chromium = { executablePath: string; args: string[]; env?: Record<string, string> }

/** Flags for every Chromium. */
export const quiet = [
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
    if (!runnable(named)) throw new Error(`CHROMIUM_PATH names ${named}, which cannot be executed`)
    return { executablePath: named, args: quiet }
  }
  const executablePath = fromSystem(chromium) ?? fromDebian(chromium)
  if (executablePath) return { executablePath, args: quiet }
  return fromNpm()
}

/**
 * Finds or installs Firefox: `FIREFOX_PATH`, the system's, or Debian's package if we are root.
 * @returns the path of the program
 * @throws with one sentence if there is none: browser tests are never skipped
 */
export function findFirefox(): string {
  const named = process.env.FIREFOX_PATH
  if (named && !runnable(named)) throw new Error(`FIREFOX_PATH names ${named}, which cannot be executed`)
  const path = named || fromSystem(firefox) || fromDebian(firefox)
  if (!path) throw new Error('One browser test needs Firefox. Install it, or name one in FIREFOX_PATH.')
  return path
}

/**
 * Finds or installs the full Chromium, for the one test of notifications: the headless shell shows none. `CHROMIUM_PATH`,
 * the system's, or Debian's package if we are root.
 * @returns the path of the program
 * @throws with one sentence if there is none: browser tests are never skipped
 */
export function findFullChromium(): string {
  const named = process.env.CHROMIUM_PATH
  if (named && !runnable(named)) throw new Error(`CHROMIUM_PATH names ${named}, which cannot be executed`)
  const path = named || fromSystem(fullChromium) || fromDebian(fullChromium)
  if (!path) throw new Error('One browser test needs the full Chromium. Install it, or name one in CHROMIUM_PATH.')
  return path
}

type Browser = { name: string; programs: string[]; onMac: string; packages: string[] }

const chromium: Browser = {
  name: 'Chromium',
  programs: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  onMac: '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  packages: ['chromium-headless-shell', 'chromium'],
}

const fullChromium: Browser = {
  ...chromium,
  programs: chromium.programs.filter((name) => name !== 'chromium-headless-shell'),
  packages: ['chromium'],
}

const firefox: Browser = {
  name: 'Firefox',
  programs: ['firefox-esr', 'firefox'],
  onMac: '/Applications/Firefox.app/Contents/MacOS/firefox',
  packages: ['firefox-esr', 'firefox'],
}

function fromSystem({ programs, onMac }: Browser): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = programs.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...paths, onMac].find(runnable)
}

function fromDebian(browser: Browser): string | undefined {
  if (process.getuid?.() !== 0 || !runnable('/usr/bin/apt-get')) return undefined
  console.error(`Installing ${browser.name} ...`)
  const options = { stdio: aside, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  for (const name of browser.packages) {
    try {
      execFileSync('apt-get', ['-qq', 'update'], options)
      execFileSync('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', name], options)
      return fromSystem(browser)
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
    const { default: packedChromium } = await import(pathToFileURL(entry).href)
    const executablePath = await packedChromium.executablePath()
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
