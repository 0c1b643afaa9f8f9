/**
 * `npm run check`: everything that a commit must satisfy besides its tests. Prints one line per check with its time,
 * then its findings; the last line counts the checks. `npm run check -- features imports` runs only the named checks;
 * `--in=<folder>` checks another checkout.
 */
import { availableParallelism } from 'node:os'
import { ensureInstalled, root } from './install.mjs'

await ensureInstalled()
const { checks } = await import('./checks.mjs')

const args = process.argv.slice(2)
const names = args.filter((arg) => !arg.startsWith('--'))
const base = args.find((arg) => arg.startsWith('--in='))?.slice(5) ?? root
const unknown = names.filter((name) => !(name in checks))
if (unknown.length > 0) {
  console.error(`Unknown check '${unknown.join("', '")}'. Available checks: ${Object.keys(checks).join(', ')}`)
  process.exit(2)
}

const queue = Object.keys(checks).filter((name) => names.length === 0 || names.includes(name))
const count = { passed: 0, failed: 0 }
await Promise.all(Array.from({ length: availableParallelism() }, worker))
console.log(`\n${count.passed} passed, ${count.failed} failed`)
process.exit(count.failed === 0 ? 0 : 1)

async function worker() {
  for (let name = queue.shift(); name; name = queue.shift()) {
    const started = Date.now()
    // A crashed check counts as failed.
    const findings = await runCheck(name)
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    count[findings.length === 0 ? 'passed' : 'failed'] += 1
    console.log(`${findings.length === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.padStart(5)} s`)
    for (const { file, line, message } of findings) console.log(`       ${file}${line ? `:${line}` : ''}: ${message}`)
  }
}

async function runCheck(name) {
  try {
    return await checks[name](base)
  } catch (error) {
    return [{ file: name, message: `the check crashed: ${error.stack}` }]
  }
}
