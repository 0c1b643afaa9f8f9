import { expect, test } from 'vitest'
import { listResourceFacts } from './resource-facts.ts'

const room = { setup_minutes: 0, teardown_minutes: 0 }

test('a room says its set-up time and how many pictures it has', () => {
  const factsOf = (setup_minutes: number, pictureCount: number) =>
    listResourceFacts({ ...room, setup_minutes }, pictureCount).map(({ text }) => text)
  expect(factsOf(0, 0)).toEqual([])
  expect(factsOf(0, 1)).toEqual(['1 picture'])
  expect(factsOf(15, 3)).toEqual(['15 min set-up', '3 pictures'])
})
