import { expect, test } from 'vitest'
import { root } from './install.mjs'
import { checkReport, fromPlaywright, fromVitest } from './suites.mjs'

test('a suite counts the results of its report', () => {
  expect(checkReport({ passed: 3, failed: 1 }, 1)).toMatchObject({ passed: 3, failed: 1 })
})

test('a suite without a report has failed', () => {
  expect(checkReport(undefined, 0)).toMatchObject({ passed: 0, failed: 1 })
})

test('a suite that ran no tests has failed', () => {
  expect(checkReport({ passed: 0, failed: 0 }, 0)).toMatchObject({ passed: 0, failed: 1 })
})

test('a suite has failed if its runner failed, even without failed tests', () => {
  expect(checkReport({ passed: 3, failed: 0 }, 1)).toMatchObject({ passed: 3, failed: 1 })
})

test('failed tests and files that cannot be loaded are named with the first line of the error', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: 'server/src/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'a passes', failureMessages: [] },
          { status: 'failed', fullName: 'a fails', failureMessages: ['Error: 1 is not 2\n    at a.test.ts:3'] },
        ],
      },
      { name: 'server/src/b.test.ts', status: 'failed', message: 'Error: no database', assertionResults: [] },
      { name: 'server/src/c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  }
  expect(fromVitest(report)).toEqual({
    passed: 1,
    failed: 1,
    failures: [
      'server/src/a.test.ts › a fails: Error: 1 is not 2',
      'server/src/b.test.ts › the file: Error: no database',
    ],
  })
})

test('browser tests that failed or only passed when repeated are named', () => {
  const spec = (title: string, status: string, ...messages: string[]) => {
    const results = messages.map((message) => (message ? { error: { message } } : {}))
    return { file: 'desk.test.ts', title, tests: [{ status, results }] }
  }
  const specs = [spec('one', 'unexpected', '\u001b[31mError\u001b[39m: gone'), spec('two', 'expected', '')]
  const inner = [{ specs: [spec('three', 'flaky', 'Error: late', '')] }]
  expect(
    fromPlaywright({
      config: { rootDir: `${root}/e2e/src` },
      stats: { expected: 1, unexpected: 1, flaky: 1 },
      suites: [{ specs, suites: inner }],
    }),
  ).toEqual({
    passed: 1,
    failed: 2,
    failures: ['e2e/src/desk.test.ts › one: Error: gone', 'e2e/src/desk.test.ts › three: Error: late'],
  })
})
