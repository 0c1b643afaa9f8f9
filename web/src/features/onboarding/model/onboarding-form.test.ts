import { expect, test } from 'vitest'
import { emptyOnboarding, type OnboardingFields, resolverFor } from './onboarding-form.ts'

const place = { timezone: 'Europe/Berlin', currency: 'EUR' }

async function messages(fields: Partial<OnboardingFields>) {
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { errors } = await resolverFor(place)({ ...emptyOnboarding, ...fields }, undefined, options)
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error.message]))
}

test('a role must be chosen', async () => {
  expect(await messages({})).toEqual({ role: 'Select a role' })
})

test('a client must choose a studio', async () => {
  expect(await messages({ role: 'client' })).toEqual({ studio_id: 'Please choose a studio to continue' })
})

test('a founder must name the studio, its type and a plan', async () => {
  expect(await messages({ role: 'studio_admin' })).toEqual({
    studio_name: 'Please fill in the studio name and type',
    studio_type: 'Please fill in the studio name and type',
    tier: 'Please choose a subscription plan',
  })
})

test('a whole form passes for each role', async () => {
  const studio_id = '6f1c9a52-0d3e-4b7a-9c55-0a2b3c4d5e6f'
  expect(await messages({ role: 'partner' })).toEqual({})
  expect(await messages({ role: 'client', studio_id })).toEqual({})
  const founder = { role: 'studio_admin', studio_name: 'North', studio_type: 'recording', tier: 'trial' } as const
  expect(await messages(founder)).toEqual({})
})

test('what was typed for another role is not sent', async () => {
  expect(await messages({ role: 'partner', studio_name: 'North', studio_id: 'nonsense' })).toEqual({})
})
