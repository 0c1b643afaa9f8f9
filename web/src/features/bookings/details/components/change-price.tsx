import { canSetPrice } from '@studiohub/contract/features/bookings/policy.ts'
import { resolveDays } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { PRICE_REASON_MAX } from '@studiohub/contract/features/prices/words.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { countDaysAfterChange } from '#features/bookings/model/free-time.ts'
import { getPriceAfterChange } from '#features/bookings/model/quoted-price.ts'
import { useReductions } from '#features/bookings/reductions-api.ts'
import { ExtrasFields } from '#features/prices/shared/extras-fields.tsx'
import { PriceLines } from '#features/prices/shared/price-lines.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { ChangeFields } from '../model/change-form.ts'

export type ChangeForm = UseFormReturn<ChangeFields, unknown, ChangeFields>

type ChangePriceProps = { form: ChangeForm; booking: Booking; context: BookingContext; currency: string }

/** The fields that affect the price, and a preview of the new price next to the current one. */
export function ChangePrice({ form, booking, context, currency }: ChangePriceProps) {
  const { errors } = form.formState
  const service = context.services.find(({ key }) => key === booking.service_type)
  const fields = form.watch()
  const isPriceEdited = fields.price !== form.formState.defaultValues?.price
  const { service_type, client_id } = booking
  const { reductions } = useReductions(context.studio.id, { service_type, client_id, isDesk: context.worksAtDesk })
  const price = isPriceEdited ? null : getPriceOfFields({ ...context, reductions }, booking, fields)
  return (
    <>
      {service && (
        <ExtrasFields
          service={service}
          currency={currency}
          people={fields.people}
          add_ons={fields.add_ons}
          onChange={({ people, add_ons }) => {
            form.setValue('people', people)
            form.setValue('add_ons', [...add_ons])
          }}
        />
      )}
      {price && price.price_minor !== booking.price_minor && (
        <PriceLines
          lines={price.price_lines}
          currency={price.currency ?? currency}
          total_minor={price.price_minor}
          before_minor={booking.price_minor}
          tax={booking.tax}
        />
      )}
      {canSetPrice(context.actor, context.studio.id) && (
        <Field
          label={`Price (${currency})`}
          hint="Change it to set another price by hand"
          error={errors.price?.message}
        >
          {(control) => <Input {...control} inputMode="decimal" {...form.register('price')} />}
        </Field>
      )}
      {isPriceEdited && (
        <Field label="Reason" hint="The client sees it" required error={errors.price_reason?.message}>
          {(control) => <Input {...control} maxLength={PRICE_REASON_MAX} {...form.register('price_reason')} />}
        </Field>
      )}
    </>
  )
}

/** The price with the current values of the form; null while a date or time is missing. */
function getPriceOfFields(context: BookingContext, booking: Booking, fields: ChangeFields) {
  const { booking_date, start_time, end_time, room_id, people, add_ons } = fields
  if (!booking_date || !start_time || !end_time) return null
  const times = {
    booking_date,
    start_time,
    end_time,
    ...resolveDays({ days: countDaysAfterChange(fields, start_time, end_time) }),
  }
  return getPriceAfterChange(context, booking, { ...times, ...(room_id && { room_ids: [room_id] }), people, add_ons })
}
