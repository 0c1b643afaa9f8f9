import { expect, test } from 'vitest'
import { filterCommands } from './command-palette.tsx'

const commands = [
  { label: 'Bookings', group: 'Go to' },
  { label: 'New Booking', group: 'Do' },
  { label: 'Settings', group: 'Go to' },
]
const found = (typed: string) => filterCommands(commands, typed).map(({ label }) => label)

test('every typed word must be in a command, in any order and case', () => {
  expect(found('')).toEqual(['Bookings', 'New Booking', 'Settings'])
  expect(found('  BOOK ')).toEqual(['Bookings', 'New Booking'])
  expect(found('booking new')).toEqual(['New Booking'])
  expect(found('go set')).toEqual(['Settings'])
  expect(found('invoice')).toEqual([])
})
