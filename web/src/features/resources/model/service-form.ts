import { ServiceToKeep, type StudioService } from '@studiohub/contract/features/resources/schema.ts'
import { moneyField, parseMinor } from '@studiohub/contract/shared/money.ts'
import { z } from 'zod'

/** The form of a service: the price as typed, in the studio's currency. */
export const ServiceForm = z
  .object({
    label: z.string(),
    default_minutes: z.number(),
    min_minutes: z.number().nullable(),
    max_minutes: z.number().nullable(),
    price: z.string(),
    currency: z.string(),
    is_active: z.boolean(),
    is_client_bookable: z.boolean(),
    auto_confirm: z.boolean(),
  })
  .transform(({ price, currency, ...fields }, context) => {
    const price_minor = price.trim() === '' ? null : parseMinor(price, currency)
    if (price_minor === null && price.trim() !== '')
      context.addIssue({ code: 'custom', path: ['price'], message: 'Enter an amount, such as 120' })
    const service = ServiceToKeep.safeParse({ ...fields, price_minor, currency })
    for (const { path, message } of service.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: path[0] === 'price_minor' ? ['price'] : path, message })
    return service.data ?? z.NEVER
  })
export type ServiceFields = z.input<typeof ServiceForm>

/** Initial values for a service or a new one. @param currency the studio's currency */
export function serviceFields(service: StudioService | null, currency: string): ServiceFields {
  if (service === null) {
    const open = { is_active: true, is_client_bookable: true, auto_confirm: false }
    return { label: '', default_minutes: 120, min_minutes: null, max_minutes: null, price: '', currency, ...open }
  }
  const { key, position, price_minor, ...fields } = service
  const own = service.currency ?? currency
  return { ...fields, currency: own, price: price_minor === null ? '' : moneyField(price_minor, own) }
}

/** The request: the array order is the display order. */
export const toServicesInput = (services: readonly StudioService[]): ServiceToKeep[] =>
  services.map(({ position, ...service }) => service)
