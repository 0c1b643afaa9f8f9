import { expect, test } from 'vitest'
import { together } from './together.ts'

test('what is asked while it is being found is found once, and anew for whoever asks later', async () => {
  const ask = together<string>()
  const begun: string[] = []
  const find = (key: string) => async () => {
    begun.push(key)
    await Promise.resolve()
    return `${key} ${begun.length}`
  }
  const asked = ['a', 'a', 'b', 'a'].map((key) => ask(key, find(key)))
  expect(begun).toEqual(['a', 'b'])
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['a 2', 'b 2']))
  expect(await ask('a', find('a'))).toBe('a 3')
})

test('a search that fails fails for all who shared it, and for nobody later', async () => {
  const ask = together<string>()
  const fail = () => Promise.reject(new Error('not now'))
  const asked = await Promise.allSettled([ask('a', fail), ask('a', fail)])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('a', () => Promise.resolve('found'))).toBe('found')
})
