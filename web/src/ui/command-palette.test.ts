import { expect, test } from 'vitest'
import { filterCommands, groupCommands } from './command-palette.tsx'

const commands = [
  { label: 'Bookings', group: 'Go to' },
  { label: 'New Booking', group: 'Do' },
  { label: 'Settings', group: 'Go to' },
]
const findLabels = (searchText: string) => filterCommands(commands, searchText).map(({ label }) => label)

test('every typed word must begin a word of a command, in any order and case', () => {
  expect(findLabels('')).toEqual(['Bookings', 'New Booking', 'Settings'])
  expect(findLabels('  BOOK ')).toEqual(['Bookings', 'New Booking'])
  expect(findLabels('booking new')).toEqual(['New Booking'])
  expect(findLabels('go set')).toEqual(['Settings'])
  expect(findLabels('invoice')).toEqual([])
  expect(findLabels('ook')).toEqual([])
})

test('adjacent commands of one group have one heading', () => {
  const groups = groupCommands([
    ...commands.slice(0, 1),
    { label: 'Crew', group: 'Go to' },
    { label: 'Ada', group: 'People' },
  ])
  expect(groups.map(({ name, commands }) => [name, commands.length])).toEqual([
    ['Go to', 2],
    ['People', 1],
  ])
})
