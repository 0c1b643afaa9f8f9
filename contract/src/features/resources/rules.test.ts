import { expect, test } from 'vitest'
import { serviceKey } from './rules.ts'

test.each([
  ['Mixing Session', 'mixing_session'],
  ['  Über-Probe (2 Std.) ', 'uber_probe_2_std'],
  ['録音', 'service'],
  ['x'.repeat(80), 'x'.repeat(50)],
])('the key of %j is what can be read of it', (label, key) => {
  expect(serviceKey(label, new Set())).toBe(key)
})

test('no two services have one key', () => {
  expect(serviceKey('Mixing', new Set(['mixing']))).toBe('mixing_2')
  expect(serviceKey('Mixing', new Set(['mixing', 'mixing_2', 'mixing_3']))).toBe('mixing_4')
})
