/** All checks by name. Each takes the folder of a checkout and returns findings `{ file, line?, message }`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkCasts } from './check-casts.mjs'
import { checkFeatures } from './check-features.mjs'
import { checkImports } from './check-imports.mjs'
import { checkLock } from './check-lock.mjs'
import { checkPaths } from './check-paths.mjs'
import { checkSizes } from './check-sizes.mjs'
import { checkWords } from './check-words.mjs'
import { checkGenerated } from './generate.mjs'
import { environment, root } from './install.mjs'
import { capture } from './run.mjs'

// The folders of the tools are one program: each of them reads the whole server.
const typed = ['contract', 'server', 'web', 'scripts', 'tsconfig.tools.json']

export const checks = {
  types,
  style,
  'dead code': deadCode,
  sizes,
  generated: checkGenerated,
  features: checkFeatures,
  imports: checkImports,
  paths: checkPaths,
  casts: checkCasts,
  words: checkWords,
  lock: checkLock,
}

/** Format and lint with Biome (`biome.json`). */
async function style(base) {
  const findings = []
  const args = [
    'check',
    '.',
    '--reporter=github',
    '--max-diagnostics=none',
    '--error-on-warnings',
    '--diagnostic-level=warn',
    '--colors=off',
  ]
  const { status, output } = await tool('biome', args, base)
  for (const [, file, line, message] of output.matchAll(
    /^::\w+ title=[^\n]*?file=([^,\n]+),line=(\d+)[^\n]*?::(.*)$/gm,
  )) {
    findings.push({ file: relativeTo(base, file), line: Number(line), message })
  }
  return orWhole(findings, status, output)
}

/** TypeScript for each program; generates the web's route types first. */
async function types(base) {
  const findings = []
  if (existsSync(join(base, 'web/react-router.config.ts'))) {
    const { status, output } = await tool('react-router', ['typegen'], join(base, 'web'))
    if (status !== 0) return orWhole([], status, output)
  }
  const isThere = (name) => existsSync(join(base, name.endsWith('.json') ? name : `${name}/tsconfig.json`))
  for (const program of typed.filter(isThere)) {
    const { status, output } = await tool('tsc', ['-p', program, '--pretty', 'false'], base)
    const found = []
    for (const [, file, line, message] of output.matchAll(/^(\S[^(\n]*)\((\d+),\d+\): error (TS\d+: .*)$/gm)) {
      found.push({ file, line: Number(line), message })
    }
    findings.push(...orWhole(found, status, output))
  }
  // Files imported by several programs are reported by each of them: keep one.
  return [...new Map(findings.map((one) => [`${one.file}:${one.line}:${one.message}`, one])).values()]
}

/** Unused files, exports and dependencies, and unlisted dependencies, with knip (`knip.jsonc`). */
async function deadCode(base) {
  const { status, output } = await tool('knip', ['--no-progress', '--no-config-hints', '--reporter', 'compact'], base)
  // Knip runs the configuration files; ignore their output.
  if (status === 0) return []
  const lines = output.matchAll(/^([\w@./-]+): (.+)$/gm)
  const findings = [...lines].map(([, file, names]) => ({
    file,
    message: names === file ? 'nothing uses this file' : `nothing uses this, or it is not listed here: ${names}`,
  }))
  return orWhole(findings, status, output)
}

/** First-load size of the built pages; builds the web first if its sources changed. */
async function sizes(base) {
  const { build } = await import('./build.mjs')
  if (base === root && !(await build(['web']))) return [{ file: 'web', message: 'cannot be built' }]
  return checkSizes(base)
}

const tool = (name, args, cwd) => capture(join(root, 'node_modules/.bin', name), args, { cwd, env: environment() })
const relativeTo = (base, file) => (file.startsWith(base) ? file.slice(base.length + 1) : file)

// If the output has no readable finding but the tool failed, report all output.
function orWhole(findings, status, output) {
  if (status === 0 || findings.length > 0) return findings
  return [{ file: '.', message: output.trim().slice(-2000) || `ended with ${status}` }]
}
