import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noPersonText } from '../../resources/words.ts'
import { orderPeople, sumReservedTime } from './rules.ts'

const people = ['sam', 'ines', 'kim'].map((id) => ({ id }))
const day = { from: 0, to: 100 }
const reserved = (resource_id: string, ...ranges: [number, number][]) => ({
  resource_id,
  reserved: ranges.map(([from, to]) => ({ from, to })),
})
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

describe('the person of a session', () => {
  test('is the person with the least booked time on that day; ties keep the order of the list', () => {
    expect(ids(orderPeople(people, [], { day }))).toEqual(['sam', 'ines', 'kim'])
    expect(ids(orderPeople(people, [reserved('sam', [0, 10]), reserved('kim', [0, 10])], { day }))).toEqual([
      'ines',
      'sam',
      'kim',
    ])
    expect(
      ids(orderPeople(people, [reserved('sam', [-50, 0], [100, 900]), reserved('ines', [90, 300])], { day })),
    ).toEqual(['sam', 'kim', 'ines'])
  })

  test('is a preferred person first, such as the current one', () => {
    expect(ids(orderPeople(people, [reserved('kim', [0, 90])], { day, preferred: ['kim', 'ines'] }))).toEqual([
      'kim',
      'ines',
      'sam',
    ])
  })

  test('is the first of all people, ordered by booked time and then as listed', () => {
    const range = fc.tuple(fc.integer({ min: -50, max: 150 }), fc.integer({ min: 1, max: 80 }))
    const busy = fc.array(
      range.map(([from, length]) => ({ from, to: from + length })),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(fc.array(busy, { minLength: 1, maxLength: 6 }), (all) => {
        const list = all.map((_, index) => ({ id: String(index) }))
        const rows = all.map((ranges, index) => ({ resource_id: String(index), reserved: ranges }))
        const order = orderPeople(list, rows, { day })
        expect(ids(order).sort()).toEqual(ids(list).sort())
        const load = ({ id }: { id: string }) => sumReservedTime(all[Number(id)] ?? [], day)
        for (const [index, person] of order.entries()) {
          const next = order[index + 1]
          if (!next) continue
          expect(load(person)).toBeLessThanOrEqual(load(next))
          if (load(person) === load(next)) expect(Number(person.id)).toBeLessThan(Number(next.id))
        }
      }),
    )
  })

  test("is called by the studio's word if no person is free", () => {
    expect(noPersonText(null)).toBe('No engineer is free')
    expect(noPersonText('photographer')).toBe('No photographer is free')
  })
})
