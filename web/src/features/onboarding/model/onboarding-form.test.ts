import { servicesByType } from '@studiohub/contract/features/resources/words.ts'
import { expect, test } from 'vitest'
import {
  createBody,
  createResolver,
  emptyOnboarding,
  type OnboardingFields,
  priceFieldsFor,
} from './onboarding-form.ts'

const region = { timezone: 'Europe/Berlin', currency: 'EUR' }

async function errorsOf(fields: Partial<OnboardingFields>) {
  const options = { fields: {}, shouldUseNativeValidation: false }
  return (await createResolver(region)({ ...emptyOnboarding, ...fields }, undefined, options)).errors
}

const messages = async (fields: Partial<OnboardingFields>) =>
  Object.fromEntries(Object.entries(await errorsOf(fields)).map(([name, error]) => [name, error.message]))

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

test('a complete form is valid for each role', async () => {
  const studio_id = '6f1c9a52-0d3e-4b7a-9c55-0a2b3c4d5e6f'
  expect(await messages({ role: 'partner' })).toEqual({})
  expect(await messages({ role: 'client', studio_id })).toEqual({})
  const founder = { role: 'studio_admin', studio_name: 'North', studio_type: 'recording', tier: 'trial' } as const
  expect(await messages(founder)).toEqual({})
})

test('fields of another role are not sent', async () => {
  expect(await messages({ role: 'partner', studio_name: 'North', studio_id: 'nonsense' })).toEqual({})
})

const photoStudio = { role: 'studio_admin', studio_name: 'North', studio_type: 'photo', tier: 'trial' } as const
const pricesWith = (price: string) =>
  priceFieldsFor(servicesByType.photo, [{ key: 'retouching', label: 'Retouching Session', price, unit: 'day' }])

test('typed prices are sent in the smallest unit, empty ones are left out', async () => {
  expect(
    createBody({ ...emptyOnboarding, ...photoStudio, currency: 'EUR', prices: pricesWith('120,50') }, region),
  ).toMatchObject({
    currency: 'EUR',
    prices: [{ key: 'retouching', price_minor: 12_050, unit: 'day' }],
  })
  expect(createBody({ ...emptyOnboarding, ...photoStudio, prices: pricesWith(' ') }, region)).not.toHaveProperty(
    'prices',
  )
})

test('an invalid price is rejected in its row', async () => {
  expect((await errorsOf({ ...photoStudio, prices: pricesWith('a lot') })).prices).toMatchObject({
    1: { price: { message: 'Enter an amount, such as 120' } },
  })
  expect((await errorsOf({ ...photoStudio, prices: pricesWith('9999999') })).prices).toMatchObject({
    1: { price: { message: 'This price is too high' } },
  })
})
