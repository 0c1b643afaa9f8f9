import { expect, test } from 'vitest'
import { findPreset, presets } from './periods.ts'

const rangeOf = (name: string, today: string) => presets.find(({ value }) => value === name)?.rangeOn(today)

test('a preset covers its calendar period', () => {
  expect(rangeOf('month', '2026-11-29')).toEqual({ from: '2026-11-01', to: '2026-11-29' })
  expect(rangeOf('last-month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(rangeOf('last-month', '2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(rangeOf('quarter', '2026-11-29')).toEqual({ from: '2026-10-01', to: '2026-11-29' })
  expect(rangeOf('quarter', '2026-03-01')).toEqual({ from: '2026-01-01', to: '2026-03-01' })
  expect(rangeOf('year', '2026-11-29')).toEqual({ from: '2026-01-01', to: '2026-11-29' })
})

test('the preset of a period is found by its dates', () => {
  expect(findPreset({ from: '2025-11-30', to: '2026-11-29' }, '2026-11-29')?.value).toBe('twelve-months')
  expect(findPreset({ from: '2025-11-29', to: '2026-11-29' }, '2026-11-29')).toBeUndefined()
})
