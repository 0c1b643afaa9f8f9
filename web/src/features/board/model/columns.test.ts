import { applyCardMove } from '@studiohub/contract/features/board/rules.ts'
import type { Card } from '@studiohub/contract/features/board/schema.ts'
import { expect, test } from 'vitest'
import { groupByPhase } from './columns.ts'

const card = (id: string, overrides: Partial<Card> = {}): Card => ({
  id,
  studio_id: 's',
  client_id: 'c',
  client_name: null,
  project_id: 'p',
  title: id,
  description: '',
  priority: 'medium',
  phase: 'pre_production',
  status: 'active',
  ai_assist: false,
  assigned_agent: null,
  position: 1,
  is_sample: false,
  created_by: null,
  created_at: '',
  updated_at: '',
  version: 1,
  files: 0,
  comments: 0,
  ...overrides,
})
const ids = (cards: readonly Card[]) => cards.map(({ id }) => id)

test('a moved card is placed before another one, or at the end of the column', () => {
  const cards = ['a', 'b', 'c'].map((id) => card(id))
  const columnsAfterMove = (before_id: string | null, phase: Card['phase'] = 'pre_production') =>
    groupByPhase(applyCardMove(cards, { card: card('c'), phase, before_id }), { q: '', project: '' })
  expect(ids(columnsAfterMove('a').pre_production)).toEqual(['c', 'a', 'b'])
  expect(ids(columnsAfterMove('b').pre_production)).toEqual(['a', 'c', 'b'])
  expect(ids(columnsAfterMove(null).pre_production)).toEqual(['a', 'b', 'c'])
  expect(ids(columnsAfterMove(null, 'analytics').analytics)).toEqual(['c'])
  expect(ids(applyCardMove(cards, { card: card('gone'), phase: 'analytics', before_id: null }))).toEqual([
    'a',
    'b',
    'c',
  ])
})

test('the filter matches titles and descriptions in any case, and a project', () => {
  const cards = [card('Mix'), card('b', { description: 'remix it' }), card('c', { project_id: 'other' })]
  expect(ids(groupByPhase(cards, { q: ' MIX ', project: '' }).pre_production)).toEqual(['Mix', 'b'])
  expect(ids(groupByPhase(cards, { q: '', project: 'other' }).pre_production)).toEqual(['c'])
})
