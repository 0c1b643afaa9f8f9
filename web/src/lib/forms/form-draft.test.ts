import { expect, test } from 'vitest'
import { changedFields } from './form-draft.ts'

test('what was changed is kept, and nothing that stands as it was', () => {
  const before = { full_name: 'Ana', notes: '', days: ['mon'] }
  expect(changedFields({ full_name: 'Ana', notes: 'Bring the drums', days: ['mon'] }, before)).toEqual({
    notes: 'Bring the drums',
  })
})

test.each(['password', 'current_password', 'again', 'code', 'token'])('%s is never kept', (name) => {
  expect(changedFields({ [name]: 'secret' }, { [name]: '' })).toEqual({})
})
