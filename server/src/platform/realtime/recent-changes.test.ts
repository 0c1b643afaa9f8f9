import { expect, test } from 'vitest'
import { createRecentChanges } from './recent-changes.ts'

const aChange = (id: string) => ({ studio_id: 'studio', topic: 'bookings', id }) as const

function atTime(time = 1_000_000) {
  const recent = createRecentChanges(() => time)
  return {
    ...recent,
    wait: (ms: number) => {
      time += ms
    },
    now: () => time,
    idsSince: (since: number) => recent.listSince(since)?.map(({ id }) => id) ?? null,
  }
}

test('the changes since a time are listed in order, and those of the last seconds before it', () => {
  const recent = atTime()
  recent.restart()
  recent.wait(10_000)
  recent.add([aChange('a')])
  recent.wait(6_000)
  recent.add([aChange('b'), aChange('c')])
  recent.wait(4_000)
  const since = recent.now()
  recent.add([aChange('d')])
  expect(recent.idsSince(since)).toEqual(['b', 'c', 'd'])
  expect(recent.idsSince(recent.now() + 5_001)).toEqual([])
})

test('nothing is listed if changes may be missing', () => {
  const recent = atTime()
  expect(recent.idsSince(recent.now() + 10_000)).toBeNull()
  recent.restart()
  const start = recent.now()
  recent.wait(30_000)
  expect(recent.idsSince(start + 5_000)).toBeNull()
  expect(recent.idsSince(start + 5_001)).toEqual([])
  recent.restart()
  expect(recent.idsSince(recent.now())).toBeNull()
})

test('changes are kept for a minute', () => {
  const recent = atTime()
  recent.restart()
  recent.wait(100_000)
  const since = recent.now()
  recent.add([aChange('a')])
  recent.wait(54_999)
  recent.add([aChange('b')])
  expect(recent.idsSince(since)).toEqual(['a', 'b'])
  recent.wait(1)
  expect(recent.idsSince(since)).toBeNull()
})

test('at most ten thousand changes are kept, and a time before the first one is not answered', () => {
  const recent = atTime()
  recent.restart()
  recent.wait(30_000)
  const since = recent.now() + 5_000
  recent.add([aChange('first')])
  recent.wait(1_000)
  recent.add(Array.from({ length: 9_999 }, (_, index) => aChange(`${index}`)))
  expect(recent.idsSince(since)?.length).toBe(10_000)
  recent.add([aChange('last')])
  expect(recent.idsSince(since)).toBeNull()
  expect(recent.idsSince(since + 1)?.length).toBe(10_000)
})
