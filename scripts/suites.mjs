/** Runs a test suite with its output on this terminal and counts the results from its report. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, root } from './install.mjs'
import { run } from './run.mjs'

/** The two test runners, writing their reports into `folder`. Each resolves to `{ passed, failed }`. */
export function suites(folder) {
  let count = 0
  const report = () => join(folder, `${++count}.json`)
  return {
    /** One vitest project; `filters` are file names or flags, `extra` are environment variables. */
    vitest(project, title, filters = [], extra = {}) {
      const file = report()
      const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      return suite(title, file, fromVitest, 'vitest', [...args, ...filters], extra)
    },
    /** The tests of components with state, in a browser and against the server. */
    components(filters = []) {
      const file = report()
      const args = ['run', '-c', 'vitest.browser.config.ts', '--reporter=default', '--reporter=json']
      return suite('component tests', file, fromVitest, 'vitest', [...args, `--outputFile.json=${file}`, ...filters])
    },
    /** The browser tests, against the built product. */
    playwright(filters = []) {
      const file = report()
      const args = ['test', '-c', 'e2e/playwright.config.ts', ...filters]
      return suite('browser tests', file, fromPlaywright, 'playwright', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
    },
  }
}

async function suite(title, file, read, program, args, extra) {
  console.log(`\n== ${title}`)
  const started = Date.now()
  const env = environment({ TZ: 'UTC', ...extra })
  const status = await run(join(root, 'node_modules/.bin', program), args, { cwd: root, env })
  const result = judge(existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : undefined, status)
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  console.log(`== ${title}: ${result.passed} passed, ${result.failed} failed${result.reason}, ${seconds} s`)
  return result
}

/** Fails if the report is missing, contains no test, or contradicts the runner's exit code. */
export function judge(counts, status) {
  if (!counts) return { passed: 0, failed: 1, reason: ' (no report)' }
  if (counts.passed + counts.failed === 0) return { passed: 0, failed: 1, reason: ' (no tests ran)' }
  if (status !== 0 && counts.failed === 0)
    return { ...counts, failed: 1, reason: ` (the runner exited with ${status})` }
  return { ...counts, reason: '' }
}

function fromVitest(report) {
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

function fromPlaywright({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
}
