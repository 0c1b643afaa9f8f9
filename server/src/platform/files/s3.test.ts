import { aFileStore } from '@studiohub/testing/file-store.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Files } from './files.ts'
import { createS3Files } from './s3.ts'

let store: Awaited<ReturnType<typeof aFileStore>>
let files: Files
beforeAll(async () => {
  store = await aFileStore()
  files = createS3Files(store.settings)
})
afterAll(() => store.stop())

const key = 'avatars/4a6b/avatar-1f2e.webp'

test('a stored file can be loaded, replaced and deleted, and deleting twice is no error', async () => {
  expect(await files.get(key)).toBeNull()
  await files.put(key, Uint8Array.of(1, 2, 3))
  expect([...((await files.get(key)) ?? [])]).toEqual([1, 2, 3])
  await files.put(key, new Uint8Array(100_000).fill(7))
  expect((await files.get(key))?.length).toBe(100_000)
  await files.delete(key)
  await files.delete(key)
  expect(await files.get(key)).toBeNull()
})

test('the store rejects signatures with another key, secret or region', async () => {
  await files.put(key, Uint8Array.of(1))
  const intruders = [
    createS3Files({ ...store.settings, secretAccessKey: 'guessed' }),
    createS3Files({ ...store.settings, accessKeyId: 'guessed' }),
    createS3Files({ ...store.settings, region: 'us-east-1' }),
  ]
  for (const intruder of intruders) {
    await expect(intruder.get(key)).rejects.toThrow(/refused GET .*: 403/)
    await expect(intruder.put(key, Uint8Array.of(2))).rejects.toThrow(/refused PUT .*: 403/)
    await expect(intruder.delete(key)).rejects.toThrow(/refused DELETE .*: 403/)
  }
  expect([...((await files.get(key)) ?? [])]).toEqual([1])
})

test('the files of a bucket are listed page by page, with the time when they were stored', async () => {
  const many = Array.from({ length: 1005 }, (_, at) => `exports/4a6b/part-${String(at).padStart(4, '0')}.part`)
  for (const key of many) await files.put(key, Uint8Array.of(1))
  const listed: string[] = []
  for await (const { key, stored_at } of files.list('exports')) {
    listed.push(key)
    expect(Math.abs(stored_at.getTime() - Date.now())).toBeLessThan(600_000)
  }
  expect(listed.toSorted()).toEqual(many)
  const readList = async (from: Files) => {
    for await (const _ of from.list('exports')) return
  }
  await expect(readList(createS3Files({ ...store.settings, secretAccessKey: 'guessed' }))).rejects.toThrow(/403/)
  await expect(readList(createS3Files({ ...store.settings, bucket: 'nowhere' }))).rejects.toThrow(/404/)
})

test('a missing bucket or store is an error and not a missing file', async () => {
  const otherBucket = createS3Files({ ...store.settings, bucket: 'nowhere' })
  await expect(otherBucket.put(key, Uint8Array.of(1))).rejects.toThrow(/404/)
  await expect(otherBucket.get(key)).rejects.toThrow(/404/)
  await expect(createS3Files({ ...store.settings, endpoint: 'http://127.0.0.1:9' }).get(key)).rejects.toThrow()
})

test('no key can name a file outside of the bucket', async () => {
  for (const hostile of ['../other/x.png', 'a/../../x.png', 'a%2f..%2fx.png', '/x.png', 'x.png?acl', 'X.PNG', ''])
    await expect(async () => files.get(hostile), hostile).rejects.toThrow('not the name of a stored file')
})
