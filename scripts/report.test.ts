import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './install.mjs'

/** A copy of our scripts, with an npm that installs nothing, builds that only fail on demand, and a server that says nothing. */
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studiohub-start-'))
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  write('package.json', JSON.stringify({ type: 'module', dependencies }))
  write('package-lock.json', JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }))
  for (const name of ['react-router', 'vite']) write(`node_modules/.bin/${name}`, '#!/bin/sh\nexit $BUILD_STATUS\n')
  write('bin/npm', '#!/bin/sh\necho added 1 package\nexit $NPM_STATUS\n')
  write('server/dist/main.js', '')
  write('server/dist/admin.js', '')
  write('web/build/index.html', '')
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string) {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text, { mode: 0o755 })
}

function start(args: string[] = [], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/start.mjs'), ...args], {
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}:${PATH}`, ...env },
  })
  return { status, stderr, lines: stdout.split('\n').filter(Boolean) }
}

const messageOf = (line: string) => {
  const { level, time, msg, ...rest } = JSON.parse(line)
  expect(rest).toEqual({})
  expect(new Date(time).toISOString()).toBe(time)
  return `${level}: ${msg}`
}

test('without a terminal, every line of npm start before the server is a JSON line that says how long a step takes', () => {
  const { status, stderr, lines } = start()
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(lines.map(messageOf)).toEqual([
    'info: Installing packages ... (usually about a minute)',
    'info: Building the web ... (usually about 15 seconds)',
    expect.stringMatching(/^info: Built the web in [\d.]+ s$/),
    'info: Building the server ... (usually about 5 seconds)',
    expect.stringMatching(/^info: Built the server in [\d.]+ s$/),
    'info: Starting StudioHub ... (usually a few seconds, the first time up to a minute)',
  ])
  expect(start().lines.map(messageOf)).toEqual([
    'info: Starting StudioHub ... (usually a few seconds, the first time up to a minute)',
  ])
})

test('so are the reasons why npm start stops', () => {
  const install = start([], { NPM_STATUS: '1' })
  expect(install.status).toBe(1)
  expect(install.lines.map(messageOf).at(-1)).toBe('error: npm ci failed: added 1 package')
  const build = start([], { BUILD_STATUS: '1' })
  expect(build.status).toBe(1)
  expect(build.lines.map(messageOf).at(-1)).toContain('The web could not be built.')
})

test('commands for people write plain lines', () => {
  expect(start(['--build-only']).lines[0]).toBe('Installing packages ... (usually about a minute)')
  expect(start(['--admin', 'list-people']).lines).toEqual([])
})
