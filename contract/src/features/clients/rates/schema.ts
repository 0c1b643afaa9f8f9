import { z } from 'zod'

export const CLIENT_RATES_MAX = 50
const HOUR_MINOR_MAX = 100_000_000

/**
 * The rate of one client for a service; without a service, for all services that have no rate of their own. Either a
 * percentage off the listed price, or a price per hour in the currency of the service.
 */
export const ClientRate = z
  .strictObject({
    service_type: z.string().min(1).max(60).nullable(),
    percent_off: z
      .number({ error: 'Please enter a percentage' })
      .int('Please use a whole percentage')
      .min(1, 'At least 1 percent')
      .max(100, 'At most 100 percent')
      .nullable(),
    hour_minor: z
      .number({ error: 'Please enter a price' })
      .int('Please enter a price')
      .min(0, 'At least 0')
      .max(HOUR_MINOR_MAX, 'This price is too high')
      .nullable(),
  })
  .refine(({ percent_off, hour_minor }) => (percent_off === null) !== (hour_minor === null), {
    error: 'Please enter a percentage or a price',
    path: ['percent_off'],
  })
  .refine(({ service_type, hour_minor }) => hour_minor === null || service_type !== null, {
    error: 'Please choose a service for this price',
    path: ['service_type'],
  })
export type ClientRate = z.infer<typeof ClientRate>

export const ClientRates = z
  .array(ClientRate)
  .max(CLIENT_RATES_MAX, `At most ${CLIENT_RATES_MAX} rates`)
  .refine(
    (all) => new Set(all.map(({ service_type }) => service_type)).size === all.length,
    'A service is listed twice',
  )
