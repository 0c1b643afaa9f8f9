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

// The folders of the tools are checked as one program, because each of them imports the whole server.
const programs = ['contract', 'server', 'web', 'scripts', 'tsconfig.tools.json']

export const checks = {
  types,
  style: checkStyle,
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
async function checkStyle(base) {
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
  return orWholeOutput(findings, status, output)
}

/** TypeScript for each program; generates the web's route types first. */
async function types(base) {
  const findings = []
  if (existsSync(join(base, 'web/react-router.config.ts'))) {
    const { status, output } = await tool('react-router', ['typegen'], join(base, 'web'))
    if (status !== 0) return orWholeOutput([], status, output)
  }
  const exists = (name) => existsSync(join(base, name.endsWith('.json') ? name : `${name}/tsconfig.json`))
  for (const program of programs.filter(exists)) {
    const { status, output } = await tool('tsc', ['-p', program, '--pretty', 'false'], base)
    const programFindings = []
    for (const [, file, line, message] of output.matchAll(/^(\S[^(\n]*)\((\d+),\d+\): error (TS\d+: .*)$/gm)) {
      programFindings.push({ file, line: Number(line), message })
    }
    findings.push(...orWholeOutput(programFindings, status, output))
  }
  // Each program reports the files that it imports, so the same finding can occur several times.
  return [
    ...new Map(findings.map((finding) => [`${finding.file}:${finding.line}:${finding.message}`, finding])).values(),
  ]
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
  return orWholeOutput(findings, status, output)
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
function orWholeOutput(findings, status, output) {
  if (status === 0 || findings.length > 0) return findings
  return [{ file: '.', message: output.trim().slice(-2000) || `ended with ${status}` }]
}
