import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OLDEST_MAJOR } from '@studiohub/server/platform/db/server-engine.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireOldestPrograms } from './postgres.ts'

let system = ''
beforeEach(() => {
  system = mkdtempSync(join(tmpdir(), 'studiohub-programs-'))
})
afterEach(() => rmSync(system, { recursive: true }))

function installPostgres(major: number) {
  const folder = join(system, `usr/lib/postgresql/${major}/bin`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'initdb'), '')
  return folder
}

test('the tests on the oldest PostgreSQL run on no other version', () => {
  const install = `Install the package postgresql-${OLDEST_MAJOR}`
  expect(() => requireOldestPrograms(system)).toThrow(`These tests need PostgreSQL ${OLDEST_MAJOR}. ${install}`)
  installPostgres(OLDEST_MAJOR + 1)
  expect(() => requireOldestPrograms(system)).toThrow(
    `These tests need PostgreSQL ${OLDEST_MAJOR}, and this machine has version ${OLDEST_MAJOR + 1}. ${install}`,
  )
  const folder = installPostgres(OLDEST_MAJOR)
  expect(requireOldestPrograms(system)).toBe(folder)
})

test('CI installs this version', () => {
  const workflow = readFileSync(join(import.meta.dirname, '../../.github/workflows/ci.yml'), 'utf8')
  expect(workflow).toContain(`postgresql-${OLDEST_MAJOR}\n`)
})
