import { expect, test } from 'vitest'
import { movedTo } from './order.ts'

const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
const idsOf = (moved: readonly { id: string }[]) => moved.map(({ id }) => id).join('')

test('a row moves to its position and the others make room', () => {
  expect(idsOf(movedTo(rows, 'a', 2))).toBe('bca')
  expect(idsOf(movedTo(rows, 'c', 0))).toBe('cab')
  expect(idsOf(movedTo(rows, 'b', 1))).toBe('abc')
})

test('an unknown row moves nothing', () => {
  expect(movedTo(rows, 'x', 0)).toEqual(rows)
})
