import { expect, test } from 'vitest'
import { serviceKey, withFirstPrices } from './rules.ts'
import { defaultServices } from './services/schema.ts'

test.each([
  ['Mixing Session', 'mixing_session'],
  ['  Über-Probe (2 Std.) ', 'uber_probe_2_std'],
  ['録音', 'service'],
  ['x'.repeat(80), 'x'.repeat(50)],
])('the key of %j is made from its readable characters', (label, key) => {
  expect(serviceKey(label, new Set())).toBe(key)
})

test('services never share a key', () => {
  expect(serviceKey('Mixing', new Set(['mixing']))).toBe('mixing_2')
  expect(serviceKey('Mixing', new Set(['mixing', 'mixing_2', 'mixing_3']))).toBe('mixing_4')
})

test('a recording studio starts with the five services of the spec, other types with suitable ones', () => {
  const labels = (type: Parameters<typeof defaultServices>[0]) => defaultServices(type).map(({ label }) => label)
  expect(labels('recording')).toEqual([
    'Recording Session',
    'Mixing Session',
    'Mastering Session',
    'Rehearsal',
    'Consultation',
  ])
  expect(labels('photo')).toEqual(['Photo Shoot', 'Retouching Session', 'Studio Rental', 'Consultation'])
  expect(labels('podcast')).toEqual(['Podcast Session', 'Video Podcast', 'Editing Session', 'Consultation'])
  expect(labels('video')).toContain('Video Shoot')
  expect(labels('multi_purpose')).toHaveLength(8)
})

test('initial prices go to their services; the other services stay on request', () => {
  const priced = withFirstPrices(defaultServices('photo'), [{ key: 'photo_shoot', price_minor: 9_000, unit: 'hour' }])
  expect(priced.map(({ price_minor, pricing }) => [price_minor, pricing.unit])).toEqual([
    [9_000, 'hour'],
    [null, 'session'],
    [null, 'session'],
    [null, 'session'],
  ])
})
