import { expect, test } from 'vitest'
import { getChangedFields } from './form-draft.ts'

test('only changed fields are stored', () => {
  const initial = { full_name: 'Ana', notes: '', days: ['mon'] }
  expect(getChangedFields({ full_name: 'Ana', notes: 'Bring the drums', days: ['mon'] }, initial)).toEqual({
    notes: 'Bring the drums',
  })
})

test.each(['password', 'current_password', 'again', 'code', 'token'])('%s is never stored', (name) => {
  expect(getChangedFields({ [name]: 'secret' }, { [name]: '' })).toEqual({})
})
