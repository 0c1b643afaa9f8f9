import { expect, test } from 'vitest'
import { moveToPosition } from './order.ts'

const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
const idsOf = (moved: readonly { id: string }[]) => moved.map(({ id }) => id).join('')

test('a row moves to its position and the others make room', () => {
  expect(idsOf(moveToPosition(rows, 'a', 2))).toBe('bca')
  expect(idsOf(moveToPosition(rows, 'c', 0))).toBe('cab')
  expect(idsOf(moveToPosition(rows, 'b', 1))).toBe('abc')
})

test('moving an unknown row changes nothing', () => {
  expect(moveToPosition(rows, 'x', 0)).toEqual(rows)
})
