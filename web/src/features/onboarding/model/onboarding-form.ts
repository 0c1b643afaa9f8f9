import type { Onboarding } from '@studiohub/contract/features/onboarding/schema.ts'
import type { PriceUnit } from '@studiohub/contract/features/prices/schema.ts'
import { studioTypes } from '@studiohub/contract/features/studios/words.ts'
import { parseMinor } from '@studiohub/contract/shared/money.ts'
import type { FieldErrors, Resolver, UseFormReturn } from 'react-hook-form'
import { arePlansOn } from '#lib/page/plans.ts'

/** The price of one of the studio's first services, as typed. An empty price means "on request". */
export type PriceField = { key: string; label: string; price: string; unit: PriceUnit }

/** The form's fields. The role decides which of them are sent. */
export type OnboardingFields = {
  role: '' | Onboarding['role']
  studio_name: string
  studio_type: string
  tier: string
  studio_id: string
  currency: string
  country: string
  prices: PriceField[]
}

export const emptyOnboarding: OnboardingFields = {
  role: '',
  studio_name: '',
  studio_type: '',
  tier: '',
  studio_id: '',
  currency: 'USD',
  country: '',
  prices: [],
}

export type OnboardingForm = UseFormReturn<OnboardingFields>

/** The browser's time zone and the currency of its region, as the first settings of the studio. */
export type Region = { timezone: string; currency: string }

const isTyped = ({ price }: PriceField) => price.trim() !== ''

/** Builds the request for the chosen role, without the fields of other roles. An amount that cannot be read becomes NaN. */
export function createBody(fields: OnboardingFields, { timezone }: Pick<Region, 'timezone'>) {
  const { role, studio_name, studio_type, tier, studio_id, currency, country, prices } = fields
  if (role !== 'studio_admin') return role === 'client' ? { role, studio_id } : { role }
  const region = { timezone, currency, ...(country && { country }) }
  const studio = { role, studio_name, studio_type, ...(arePlansOn() && { tier }), ...region }
  const typedPrices = prices.filter(isTyped)
  if (typedPrices.length === 0) return studio
  const priceInputs = typedPrices.map(({ key, price, unit }) => ({
    key,
    price_minor: parseMinor(price, currency) ?? Number.NaN,
    unit,
  }))
  return { ...studio, prices: priceInputs }
}

/** The services of the chosen type, with their typed prices. */
export const priceFieldsFor = (
  services: readonly { key: string; label: string }[],
  typedPrices: readonly PriceField[],
): PriceField[] =>
  services.map(
    ({ key, label }) => typedPrices.find((field) => field.key === key) ?? { key, label, price: '', unit: 'hour' },
  )

const types: readonly string[] = studioTypes
/** Whether the form names a type of studio. */
export const isStudioType = (type: string): type is (typeof studioTypes)[number] => types.includes(type)

const isField = (name: unknown): name is keyof OnboardingFields => typeof name === 'string' && name in emptyOnboarding

/** The contract's schema, loaded when the form is submitted. */
export const loadSchema = async () => (await import('@studiohub/contract/features/onboarding/schema.ts')).Onboarding

type PriceErrors = NonNullable<FieldErrors<OnboardingFields>['prices']> & FieldErrors<PriceField>[]

const NOT_AN_AMOUNT = 'Enter an amount, such as 120'

/** Validates the request with the contract's schema, and maps its errors to the fields of the same names. */
export const createResolver =
  (region: Region): Resolver<OnboardingFields> =>
  async (fields) => {
    const result = (await loadSchema()).safeParse(createBody(fields, region))
    if (result.success) return { values: fields, errors: {} }
    const errors: FieldErrors<OnboardingFields> = {}
    const prices: PriceErrors = []
    for (const { path, code, message } of result.error.issues) {
      const [name, index] = path
      if (name === 'prices' && typeof index === 'number')
        prices[findRowIndex(fields.prices, index)] = {
          price: { type: code, message: code === 'invalid_type' ? NOT_AN_AMOUNT : message },
        }
      else if (isField(name) && name !== 'prices') errors[name] ??= { type: code, message }
    }
    if (prices.length > 0) errors.prices = prices
    return { values: {}, errors }
  }

/** The form's row for a price of the request, which has only prices that were typed. */
function findRowIndex(rows: readonly PriceField[], index: number): number {
  const typedRow = rows.filter(isTyped)[index]
  return rows.findIndex((row) => row === typedRow)
}
