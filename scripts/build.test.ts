import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint } from './build.mjs'

let folder = ''
const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
const currentHash = () => fingerprint(folder, ['package-lock.json', 'src'])

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studiohub-build-'))
  mkdirSync(join(folder, 'src/build'), { recursive: true })
  write('package-lock.json', '{}')
  write('src/main.ts', 'start()')
})

afterEach(() => rmSync(folder, { recursive: true }))

test('a build stays valid if its sources are written again with the same content', () => {
  const hashBefore = currentHash()
  write('src/main.ts', 'start()')
  expect(currentHash()).toBe(hashBefore)
})

test.each([
  ['a changed source', 'src/main.ts', 'stop()'],
  ['a new source', 'src/more.ts', ''],
  ['a new lock file', 'package-lock.json', '{ }'],
])('%s makes the build stale', (_change, path, text) => {
  const hashBefore = currentHash()
  write(path, text)
  expect(currentHash()).not.toBe(hashBefore)
})

test.each(['src/main.test.ts', 'src/build/main.js'])('%s does not make the build stale', (path) => {
  const hashBefore = currentHash()
  write(path, 'changed')
  expect(currentHash()).toBe(hashBefore)
})
