import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createDiskFiles } from './disk.ts'
import { buildPublicFilePath } from './files.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'files-'))
const files = createDiskFiles({ dataDir })
afterAll(() => rmSync(dataDir, { recursive: true }))

test('a stored file can be loaded, replaced and deleted, and deleting twice is no error', async () => {
  const key = 'studios/4a6b/logo-1f2e.png'
  expect(await files.get(key)).toBeNull()
  await files.put(key, Uint8Array.of(1, 2, 3))
  expect([...((await files.get(key)) ?? [])]).toEqual([1, 2, 3])
  expect(buildPublicFilePath(key)).toBe('/storage/v1/object/public/studios/4a6b/logo-1f2e.png')
  await files.delete(key)
  await files.delete(key)
  expect(await files.get(key)).toBeNull()
})

test('no key can name a file outside of the folder', async () => {
  writeFileSync(join(dataDir, 'secret.key'), 'secret')
  const before = readdirSync(dataDir)
  const hostile = [
    '../secret.key',
    'a/../../secret.key',
    '..%2fsecret.key',
    '/etc/passwd',
    'a\\..\\b.png',
    'a/./b.png',
    'a.png\0',
    '',
    '.',
    'a',
    'A.png',
    'a.svg.html',
  ]
  for (const key of hostile) {
    await expect(async () => files.put(key, Uint8Array.of(1)), key).rejects.toThrow()
    await expect(async () => files.get(key), key).rejects.toThrow()
    await expect(async () => files.delete(key), key).rejects.toThrow()
    expect(() => buildPublicFilePath(key), key).toThrow()
  }
  expect(existsSync(join(dataDir, 'secret.key'))).toBe(true)
  expect(readdirSync(dataDir)).toEqual(before)
})
