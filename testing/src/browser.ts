import { execFileSync, type StdioOptions } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A usable Chromium: path, quiet and offline flags, and environment. */
export type Chromium = { executablePath: string; args: string[]; env?: Record<string, string> }

/** Flags for every Chromium. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// Installer output goes to stderr: the stdout of a configuration may be parsed.
const toStderr: StdioOptions = ['ignore', 2, 2]

const npmPackage = '@sparticuz/chromium@147.0.0'
const cache = resolve(import.meta.dirname, '../../node_modules/.cache/studiohub/chromium')

/**
 * Finds or installs Chromium: `CHROMIUM_PATH`, the system's, Debian's package if we are root, else the npm package.
 * Prefers the headless shell, even if the full browser is there. The full browser is much slower because it renders its
 * own frame around every page. It also requests an icon from every server, and cannot install an app from a private window.
 * @throws with one sentence if there is none: browser tests are never skipped
 */
export async function findChromium(): Promise<Chromium> {
  const configuredPath = process.env.CHROMIUM_PATH
  if (configuredPath) {
    if (!isExecutable(configuredPath))
      throw new Error(`CHROMIUM_PATH names ${configuredPath}, which cannot be executed`)
    return { executablePath: configuredPath, args: chromiumFlags }
  }
  const executablePath =
    fromSystem(headlessShell) ?? fromDebian(headlessShell) ?? fromSystem(fullChromium) ?? fromDebian(fullChromium)
  if (executablePath) return { executablePath, args: chromiumFlags }
  return fromNpm()
}

/**
 * Finds or installs Firefox: `FIREFOX_PATH`, the system's, or Debian's package if we are root.
 * @returns the path of the program
 * @throws with one sentence if there is none: browser tests are never skipped
 */
export function findFirefox(): string {
  const configuredPath = process.env.FIREFOX_PATH
  if (configuredPath && !isExecutable(configuredPath))
    throw new Error(`FIREFOX_PATH names ${configuredPath}, which cannot be executed`)
  const path = configuredPath || fromSystem(firefox) || fromDebian(firefox)
  if (!path) throw new Error('One browser test needs Firefox. Install it, or name one in FIREFOX_PATH.')
  return path
}

/**
 * Finds or installs the full Chromium, for the only test of notifications: the headless shell cannot show them. `CHROMIUM_PATH`,
 * the system's, or Debian's package if we are root.
 * @returns the path of the program
 * @throws with one sentence if there is none: browser tests are never skipped
 */
export function findFullChromium(): string {
  const configuredPath = process.env.CHROMIUM_PATH
  if (configuredPath && !isExecutable(configuredPath))
    throw new Error(`CHROMIUM_PATH names ${configuredPath}, which cannot be executed`)
  const path = configuredPath || fromSystem(fullChromium) || fromDebian(fullChromium)
  if (!path) throw new Error('One browser test needs the full Chromium. Install it, or name one in CHROMIUM_PATH.')
  return path
}

type Browser = { name: string; programs: string[]; onMac: string; packages: string[] }

const headlessShell: Browser = {
  name: 'the headless shell of Chromium',
  programs: ['chromium-headless-shell'],
  onMac: '',
  packages: ['chromium-headless-shell'],
}

const fullChromium: Browser = {
  name: 'Chromium',
  programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  onMac: '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
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
  return [...paths, ...(onMac ? [onMac] : [])].find(isExecutable)
}

function fromDebian(browser: Browser): string | undefined {
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) return undefined
  console.error(`Installing ${browser.name} ...`)
  const options = { stdio: toStderr, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  for (const name of browser.packages) {
    try {
      execFileSync('apt-get', ['-qq', 'update'], options)
      execFileSync('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', name], options)
      return fromSystem(browser)
    } catch {
      // Not every release of Debian has the first package.
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
      execFileSync('npm', ['install', '--no-save', '--prefix', cache, npmPackage], { stdio: toStderr })
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
  const ownEnvironment = { ...process.env }
  try {
    process.env.TMPDIR = cache
    process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x'
    const { default: packedChromium } = await import(pathToFileURL(entry).href)
    const executablePath = await packedChromium.executablePath()
    const { LD_LIBRARY_PATH = '', FONTCONFIG_PATH = '' } = process.env
    return { executablePath, args: chromiumFlags, env: { LD_LIBRARY_PATH, FONTCONFIG_PATH } }
  } finally {
    process.env = ownEnvironment
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
