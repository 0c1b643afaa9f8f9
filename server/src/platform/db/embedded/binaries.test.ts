import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findBinaries } from './binaries.ts'

const { arch } = process
afterEach(() => Object.defineProperty(process, 'arch', { value: arch }))

test('on a machine for which npm has no PostgreSQL, the error says what to install instead', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-binaries-'))
  try {
    expect(findBinaries(folder).postgres).toContain('postgres')
    Object.defineProperty(process, 'arch', { value: 'riscv64' })
    expect(() => findBinaries(folder)).toThrow(
      /^StudioHub brings no PostgreSQL for \w+ riscv64\. Install PostgreSQL 15 or later and name it in DATABASE_URL\.$/,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
