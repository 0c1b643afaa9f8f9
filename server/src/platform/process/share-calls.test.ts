import { expect, test } from 'vitest'
import { shareConcurrentCalls } from './share-calls.ts'

test('concurrent calls share one lookup, and a later call looks up again', async () => {
  const findShared = shareConcurrentCalls<string>()
  const lookups: string[] = []
  const find = (key: string) => async () => {
    lookups.push(key)
    await Promise.resolve()
    return `${key} ${lookups.length}`
  }
  const calls = ['a', 'a', 'b', 'a'].map((key) => findShared(key, find(key)))
  expect(lookups).toEqual(['a', 'b'])
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['a 2', 'b 2']))
  expect(await findShared('a', find('a'))).toBe('a 3')
})

test('with a delay, calls within that time share one lookup', async () => {
  const findShared = shareConcurrentCalls<number>(20)
  let count = 0
  const find = async () => {
    count += 1
    return count
  }
  const first = findShared('a', find)
  await new Promise((done) => setTimeout(done, 5))
  expect(count).toBe(0)
  expect(await Promise.all([first, findShared('a', find)])).toEqual([1, 1])
  expect(await findShared('a', find)).toBe(2)
})

test('a failed lookup fails for all sharing calls, and not for later ones', async () => {
  const findShared = shareConcurrentCalls<string>()
  const fail = () => Promise.reject(new Error('not now'))
  const calls = await Promise.allSettled([findShared('a', fail), findShared('a', fail)])
  expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await findShared('a', () => Promise.resolve('found'))).toBe('found')
})
