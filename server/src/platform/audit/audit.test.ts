import { describe, expect, expectTypeOf, test } from 'vitest'
import { type FactsOnly, factsOfChange } from './audit.ts'

// The types prevent texts in the audit log, which can never be erased.
describe('the stored facts of a change', () => {
  test('can be ids, enumerated words, numbers, days and instants', () => {
    type Accepted = {
      id: string
      client_id: string | null
      removed_by: string
      status: 'pending' | 'confirmed'
      booking_date: string
      start_time: string
      ended_at: string | null
      count: number
      is_active: boolean
      changed: string[]
      resources: { id: string; kind: 'room' | 'person' }[]
    }
    expectTypeOf<Accepted>().toExtend<FactsOnly<Accepted>>()
  })

  test('cannot be texts, at any depth', () => {
    type Rejected = FactsOnly<{
      notes: string
      client_name: string | null
      anything: unknown
      resources: { id: string; name: string }[]
      data: { title: string }
    }>
    expectTypeOf<Rejected['notes']>().toBeNever()
    expectTypeOf<Rejected['client_name']>().toEqualTypeOf<null>()
    expectTypeOf<Rejected['anything']>().toBeNever()
    expectTypeOf<Rejected['resources'][number]['name']>().toBeNever()
    expectTypeOf<Rejected['data']['title']>().toBeNever()
  })

  test('include the names of other changed fields', () => {
    const before = { id: 'a', status: 'draft', title: 'Night Drive', description: 'Loud' }
    const after = { ...before, status: 'active', title: 'Day Drive' }
    expect(factsOfChange(before, after, ['id', 'status'])).toEqual({
      before: { id: 'a', status: 'draft' },
      after: { id: 'a', status: 'active', changed: ['title'] },
    })
    expect(factsOfChange(null, after, ['id'])).toEqual({
      after: { id: 'a', changed: ['status', 'title', 'description'] },
    })
    expect(factsOfChange(before, null, ['id'])).toEqual({ before: { id: 'a' } })
  })
})
