import { describe, expect, test } from 'vitest'
import { moveSelection, selectBetween } from './gap-selection.ts'

const gap = { from: 10 * 60, to: 13 * 60 }

describe('a drag over free time', () => {
  test('selects quarters of an hour, in either direction', () => {
    expect(selectBetween(gap, 605, 662)).toEqual({ from: 600, to: 660 })
    expect(selectBetween(gap, 662, 605)).toEqual({ from: 600, to: 660 })
  })

  test('stays inside the free time', () => {
    expect(selectBetween(gap, 700, 2000)).toEqual({ from: 705, to: 780 })
    expect(selectBetween(gap, 700, -50)).toEqual({ from: 600, to: 705 })
  })

  test('selects at least a quarter of an hour', () => {
    expect(selectBetween(gap, 660, 661)).toEqual({ from: 660, to: 675 })
    expect(selectBetween(gap, 780, 780)).toEqual({ from: 765, to: 780 })
  })
})

describe('an arrow key', () => {
  const right = { steps: 1, isEnd: false, minutes: 60 } as const

  test('selects the beginning first, then moves it to the end of the free time and no further', () => {
    expect(moveSelection(gap, null, right)).toEqual({ from: 600, to: 660 })
    expect(moveSelection(gap, { from: 600, to: 660 }, right)).toEqual({ from: 615, to: 675 })
    expect(moveSelection(gap, { from: 720, to: 780 }, right)).toEqual({ from: 720, to: 780 })
    expect(moveSelection(gap, { from: 600, to: 660 }, { ...right, steps: -1 })).toEqual({ from: 600, to: 660 })
    expect(moveSelection({ from: 600, to: 640 }, null, right)).toEqual({ from: 600, to: 640 })
  })

  test('with Shift changes the length, to a quarter of an hour at least', () => {
    const longer = { ...right, isEnd: true }
    expect(moveSelection(gap, { from: 600, to: 660 }, longer)).toEqual({ from: 600, to: 675 })
    expect(moveSelection(gap, { from: 720, to: 780 }, longer)).toEqual({ from: 720, to: 780 })
    expect(moveSelection(gap, { from: 600, to: 615 }, { ...longer, steps: -1 })).toEqual({ from: 600, to: 615 })
  })
})
