/** Runs a test suite with its output on this terminal and counts the results from its report. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
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
    /** The browser tests, against the built product. Shards that run at the same time write into different folders. */
    playwright(filters = []) {
      const file = report()
      const shard =
        filters
          .find((filter) => filter.startsWith('--shard='))
          ?.replace('--shard=', '')
          .replace('/', '-of-') ?? ''
      const args = ['test', '-c', 'e2e/playwright.config.ts', `--output=test-results/${shard}`, ...filters]
      return suite('browser tests', file, fromPlaywright, 'playwright', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
    },
  }
}

async function suite(title, file, read, program, args, extra) {
  console.log(`\n== ${title}`)
  const started = Date.now()
  const env = environment({ TZ: 'UTC', ...extra })
  const status = await run(join(root, 'node_modules/.bin', program), args, { cwd: root, env })
  const result = checkReport(existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : undefined, status)
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  console.log(`== ${title}: ${result.passed} passed, ${result.failed} failed${result.reason}, ${seconds} s`)
  return { ...result, failures: result.failed > 0 ? failuresOf(result, title) : [] }
}

/** One line for each failed test, or one for a suite that failed without one. */
function failuresOf({ failures = [], reason }, title) {
  return failures.length > 0 ? failures : [`${title}${reason}`]
}

/** Fails if the report is missing, contains no test, or contradicts the runner's exit code. */
export function checkReport(counts, status) {
  if (!counts) return { passed: 0, failed: 1, reason: ' (no report)' }
  if (counts.passed + counts.failed === 0) return { passed: 0, failed: 1, reason: ' (no tests ran)' }
  if (status !== 0 && counts.failed === 0)
    return { ...counts, failed: 1, reason: ` (the runner exited with ${status})` }
  return { ...counts, reason: '' }
}

/** Counts and failures of a vitest report (the JSON format of Jest). A file that cannot be loaded has no test that failed. */
export function fromVitest(report) {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [failureLine(name, 'the file', message)]
    return failed.map((test) => failureLine(name, test.fullName, test.failureMessages[0]))
  })
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures }
}

/** Counts and failures of a Playwright report. A test that only passed when repeated has failed. */
export function fromPlaywright({ config, stats, suites: files }) {
  const failures = files
    .flatMap(specsOf)
    .flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) =>
          failureLine(resolve(config.rootDir, file), title, results.find(({ error }) => error)?.error.message),
        ),
    )
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures }
}

function specsOf({ specs = [], suites: inner = [] }) {
  return [...specs, ...inner.flatMap(specsOf)]
}

function failureLine(file, title, message = '') {
  const [reason] = stripVTControlCharacters(message).trim().split('\n')
  return `${relative(root, resolve(root, file))} › ${title}: ${reason}`
}
