import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { locateFile } from './check-features.mjs'
import { createFeature, namesOf } from './new-feature.mjs'

const root = resolve(import.meta.dirname, '..')
let folder = ''

// The files in which a feature is registered.
const registrationFiles = [
  'scripts/check-features.mjs',
  'contract/src/api.ts',
  'contract/src/shared/audit-actions.ts',
  'contract/src/shared/live.ts',
  'server/src/app.ts',
  'server/src/platform/auth/gates.ts',
  'server/src/platform/http/changes.test.ts',
  'testing/src/fence/tables.ts',
  'testing/src/fence/every-row.ts',
  'server/src/platform/db/fence.md',
  'web/src/paths.ts',
  'web/src/routes.ts',
  'web/src/layouts/shell/areas.ts',
  'e2e/src/screens-of-routes.ts',
  'e2e/src/words-of-studio-screens.ts',
  'docs/glossary.md',
]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studiohub-feature-'))
  for (const file of registrationFiles) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  mkdirSync(join(folder, 'server/migrations'))
  for (const file of readdirSync(join(root, 'server/migrations')))
    writeFileSync(join(folder, 'server/migrations', file), '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a new feature is written in every layer and registered in every list of features', () => {
  const written = createFeature(folder, 'price-lists')
  for (const file of registrationFiles) {
    expect(written).toContain(file)
    expect(readFileSync(join(folder, file), 'utf8'), file).toMatch(/price[- ]?lists?|priceLists?|price_lists?/i)
  }
  const layers = written.filter((file) => locateFile(file)).map((file) => file.split('/')[0])
  expect(new Set(layers)).toEqual(new Set(['contract', 'server', 'web']))
  const number = String(readdirSync(join(root, 'server/migrations')).length + 1).padStart(4, '0')
  expect(written).toContain(`server/migrations/${number}_price_lists.sql`)
  for (const file of written.filter((path) => !registrationFiles.includes(path)))
    expect(readFileSync(join(folder, file), 'utf8'), file).not.toMatch(/undefined\d|\[object|\$\{names/)
})

test('the screen of a new feature is listed with a function that the list has', () => {
  createFeature(folder, 'price-lists')
  const file = 'e2e/src/screens-of-routes.ts'
  const [, name = ''] = /'studio\/price-lists': \[(\w+)\(/.exec(readFileSync(join(folder, file), 'utf8')) ?? []
  expect(readFileSync(join(root, file), 'utf8')).toContain(`[${name}(`)
})

test('the tables of a new feature and their rights have the same place in both lists', () => {
  createFeature(folder, 'price-lists')
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const [, nextTables] = /\.\.\.priceListTables,\n {2}\.\.\.(\w+),/.exec(read('testing/src/fence/tables.ts')) ?? []
  const [, nextRights = ''] = /^## price_lists$[\s\S]*?^## (\w+)s$/m.exec(read('server/src/platform/db/fence.md')) ?? []
  expect(nextTables).toBe(`${nextRights.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())}Tables`)
})

test('a used or invalid name is rejected, and nothing is written', () => {
  createFeature(folder, 'price-lists')
  const before = readFileSync(join(folder, 'contract/src/api.ts'), 'utf8')
  expect(() => createFeature(folder, 'price-lists')).toThrow("There is a feature 'price-lists' already.")
  expect(() => createFeature(folder, '../secrets')).toThrow('Give the feature a name')
  expect(() => createFeature(folder, 'staff')).toThrow('--one=')
  expect(readFileSync(join(folder, 'contract/src/api.ts'), 'utf8')).toBe(before)
})

test('if a feature cannot be registered, the error names the file and nothing is written', () => {
  writeFileSync(join(folder, 'web/src/paths.ts'), 'export const paths = {}\n')
  expect(() => createFeature(folder, 'price-lists')).toThrow('web/src/paths.ts has no line like')
  expect(existsSync(join(folder, 'contract/src/features/price-lists'))).toBe(false)
})

test('the singular of a feature can be given', () => {
  expect(namesOf('children', 'child')).toMatchObject({ Many: 'Children', One: 'Child', TITLE_MAX: 'CHILD_TITLE_MAX' })
})
