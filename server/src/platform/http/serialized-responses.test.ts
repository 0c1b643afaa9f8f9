import { expect, test } from 'vitest'
import { createResponseCache } from './serialized-responses.ts'

const BYTES_MAX = 10

/** A reader that counts its reads, and answers when the test says so. */
function aReader(text: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = { reads: 0, read, answer: () => resolve(text), fail: () => reject(new Error('ended')) }
  function read() {
    reader.reads += 1
    return promise
  }
  return reader
}

test('fifty concurrent calls share one reading, and later ones its answer, until the revision changes', async () => {
  const getAnswer = createResponseCache(BYTES_MAX)
  const first = aReader('first')
  const calls = Array.from({ length: 50 }, () => getAnswer('month', 'one', first.read))
  first.answer()
  const answers = await Promise.all(calls)
  expect(new Set(answers).size).toBe(1)
  expect(String(await getAnswer('month', 'one', first.read))).toBe('first')
  expect(first.reads).toBe(1)
  const second = aReader('second')
  second.answer()
  expect(String(await getAnswer('month', 'two', second.read))).toBe('second')
  expect(second.reads).toBe(1)
})

test('answers of other keys are not shared', async () => {
  const getAnswer = createResponseCache(BYTES_MAX)
  const [one, other] = [aReader('one'), aReader('other')]
  one.answer()
  other.answer()
  expect(String(await getAnswer('crew', 'same', one.read))).toBe('one')
  expect(String(await getAnswer('admin', 'same', other.read))).toBe('other')
})

test('if the shared reading fails, the others read for themselves, and nothing is stored', async () => {
  const getAnswer = createResponseCache(BYTES_MAX)
  const [failing, own] = [aReader('never'), aReader('own')]
  const failed = getAnswer('month', 'one', failing.read)
  const waiting = getAnswer('month', 'one', own.read)
  own.answer()
  failing.fail()
  await expect(failed).rejects.toThrow('ended')
  expect(String(await waiting)).toBe('own')
  expect(String(await getAnswer('month', 'one', own.read))).toBe('own')
  expect(own.reads).toBe(2)
})

test('beyond the limit the least recently used answer is deleted', async () => {
  const getAnswer = createResponseCache(BYTES_MAX)
  const readers = new Map(['a', 'b', 'c'].map((key) => [key, aReader(`${key}xxxx`)]))
  const call = (key: string) =>
    getAnswer(key, 'one', readers.get(key)?.read ?? (() => Promise.reject(new Error('no reader'))))
  for (const reader of readers.values()) reader.answer()
  await call('a')
  await call('b')
  await call('a')
  await call('c')
  await call('a')
  expect(readers.get('a')?.reads).toBe(1)
  await call('b')
  expect(readers.get('b')?.reads).toBe(2)
})
