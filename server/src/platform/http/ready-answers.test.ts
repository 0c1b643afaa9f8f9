import { expect, test } from 'vitest'
import { createAnswerCache } from './ready-answers.ts'

const BYTES_MAX = 10

/** Answers that are counted, and released by the test. */
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
  const keep = createAnswerCache(BYTES_MAX)
  const first = aReader('first')
  const calls = Array.from({ length: 50 }, () => keep('month', 'one', first.read))
  first.answer()
  const answers = await Promise.all(calls)
  expect(new Set(answers).size).toBe(1)
  expect(String(await keep('month', 'one', first.read))).toBe('first')
  expect(first.reads).toBe(1)
  const second = aReader('second')
  second.answer()
  expect(String(await keep('month', 'two', second.read))).toBe('second')
  expect(second.reads).toBe(1)
})

test('answers of other keys are not shared', async () => {
  const keep = createAnswerCache(BYTES_MAX)
  const [one, other] = [aReader('one'), aReader('other')]
  one.answer()
  other.answer()
  expect(String(await keep('crew', 'same', one.read))).toBe('one')
  expect(String(await keep('admin', 'same', other.read))).toBe('other')
})

test('if the shared reading fails, the others read for themselves, and nothing is stored', async () => {
  const keep = createAnswerCache(BYTES_MAX)
  const [ended, own] = [aReader('never'), aReader('own')]
  const failing = keep('month', 'one', ended.read)
  const waiting = keep('month', 'one', own.read)
  own.answer()
  ended.fail()
  await expect(failing).rejects.toThrow('ended')
  expect(String(await waiting)).toBe('own')
  expect(String(await keep('month', 'one', own.read))).toBe('own')
  expect(own.reads).toBe(2)
})

test('beyond the limit the least recently used answer is deleted', async () => {
  const keep = createAnswerCache(BYTES_MAX)
  const readers = new Map(['a', 'b', 'c'].map((key) => [key, aReader(`${key}xxxx`)]))
  const ask = (key: string) =>
    keep(key, 'one', readers.get(key)?.read ?? (() => Promise.reject(new Error('no reader'))))
  for (const reader of readers.values()) reader.answer()
  await ask('a')
  await ask('b')
  await ask('a')
  await ask('c')
  await ask('a')
  expect(readers.get('a')?.reads).toBe(1)
  await ask('b')
  expect(readers.get('b')?.reads).toBe(2)
})
