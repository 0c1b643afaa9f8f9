import { z } from 'zod'
import { Id } from '../../shared/text.ts'
import { bookingPaymentStates, cardAccountStates } from './words.ts'

/** Whether a studio can take cards, as its admins see it. */
export const CardAccount = z.object({
  studio_id: Id,
  state: z.enum(cardAccountStates),
  /** Whether the provider pays out to the studio's bank. */
  pays_out: z.boolean(),
})
export type CardAccount = z.infer<typeof CardAccount>

/** How clients can pay a studio. */
export const PaymentOptions = z.object({
  cards: z.boolean(),
  bank: z.object({ holder: z.string(), iban: z.string(), bic: z.string() }).nullable(),
})
export type PaymentOptions = z.infer<typeof PaymentOptions>

/** The payment of a booking's deposit by card. */
export const BookingPayment = z.object({
  booking_id: Id,
  state: z.enum(bookingPaymentStates),
  /** The amount to pay beyond the client's credit; 0: the credit pays all of it. */
  amount_minor: z.number().int().nullable(),
  /** The client's credit that is reserved for the booking. */
  credit_minor: z.number().int(),
  refunded_minor: z.number().int(),
  currency: z.string().nullable(),
  /** Until when it has to be paid. */
  pay_by: z.string().nullable(),
})
export type BookingPayment = z.infer<typeof BookingPayment>

/** A page of the payment provider. */
export const ProviderPage = z.object({ url: z.string() })
