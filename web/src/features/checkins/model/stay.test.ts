import { expect, test } from 'vitest'
import { describeStaySince } from './stay.ts'

test('a stay says since when the client is here', () => {
  const describeAt = (time: string) =>
    describeStaySince('2026-11-23T11:00:00Z', '11:00 AM', new Date(`2026-11-23T${time}Z`))
  expect(describeAt('11:00:30')).toBe('Just arrived, 11:00 AM')
  expect(describeAt('13:40:00')).toBe('Here for 2 h 40 min, since 11:00 AM')
})
