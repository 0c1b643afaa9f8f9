import { expect, test } from 'vitest'
import { chooseStatusAfterMove, listPhaseStays, nextPhase, previousPhase } from './rules.ts'
import { phases } from './words.ts'

test('next and previous phase move one step and stop at the ends', () => {
  expect(phases.map(nextPhase)).toEqual([...phases.slice(1), null])
  expect(phases.map(previousPhase)).toEqual([null, ...phases.slice(0, -1)])
})

test('a draft becomes active when it leaves pre-production; other statuses do not change', () => {
  expect(chooseStatusAfterMove('pre_production', 'draft')).toBe('draft')
  for (const phase of phases.slice(1)) {
    expect(chooseStatusAfterMove(phase, 'draft')).toBe('active')
    for (const status of ['on_hold', 'completed', 'cancelled'] as const)
      expect(chooseStatusAfterMove(phase, status)).toBe(status)
  }
})

test('a stay in a phase lasts until the next one starts, and the current one until now', () => {
  const history = [
    { phase: 'pre_production', moved_at: '2030-06-01T00:00:00.000Z', moved_by: 'a' },
    { phase: 'production', moved_at: '2030-06-03T12:00:00.000Z', moved_by: null },
  ] as const
  const phaseStays = listPhaseStays(history, new Date('2030-06-03T13:00:00.000Z'))
  expect(phaseStays.map(({ phase, milliseconds }) => [phase, milliseconds / 3_600_000])).toEqual([
    ['pre_production', 60],
    ['production', 1],
  ])
  expect(phaseStays.map(({ ended_at }) => ended_at)).toEqual(['2030-06-03T12:00:00.000Z', null])
  expect(listPhaseStays(history, new Date('2030-06-03T11:00:00.000Z'))[1]?.milliseconds).toBe(0)
})
