import { expect, test } from 'vitest'
import { shareConcurrentCalls } from './share-calls.ts'

test('concurrent calls share one lookup, and a later call looks up again', async () => {
  const ask = shareConcurrentCalls<string>()
  const begun: string[] = []
  const find = (key: string) => async () => {
    begun.push(key)
    await Promise.resolve()
    return `${key} ${begun.length}`
  }
  const calls = ['a', 'a', 'b', 'a'].map((key) => ask(key, find(key)))
  expect(begun).toEqual(['a', 'b'])
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['a 2', 'b 2']))
  expect(await ask('a', find('a'))).toBe('a 3')
})

test('with a delay, calls within that time share one lookup', async () => {
  const ask = shareConcurrentCalls<number>(20)
  let searches = 0
  const find = async () => {
    searches += 1
    return searches
  }
  const first = ask('a', find)
  await new Promise((done) => setTimeout(done, 5))
  expect(searches).toBe(0)
  expect(await Promise.all([first, ask('a', find)])).toEqual([1, 1])
  expect(await ask('a', find)).toBe(2)
})

test('a failed lookup fails for all sharing calls, and not for later ones', async () => {
  const ask = shareConcurrentCalls<string>()
  const fail = () => Promise.reject(new Error('not now'))
  const calls = await Promise.allSettled([ask('a', fail), ask('a', fail)])
  expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('a', () => Promise.resolve('found'))).toBe('found')
})
