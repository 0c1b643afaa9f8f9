import { resolveDays } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { DaysField } from '#features/bookings/form/components/days-field.tsx'
import { DeskBookingError } from '#features/bookings/form/components/desk-booking-error.tsx'
import { PeopleAndEquipmentField } from '#features/bookings/form/components/people-and-equipment-field.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useChangeBooking } from '#features/bookings/hooks/use-change-booking.ts'
import { formatAlternatives } from '#features/bookings/model/alternatives.ts'
import { isLongerThanADay, mayEndNextDay, moveStart } from '#features/bookings/model/free-time.ts'
import { scopeChoices } from '#features/bookings/model/scopes.ts'
import { useProjects } from '#features/bookings/projects-api.ts'
import { useChangeSeries } from '#features/bookings/series-api.ts'
import { serviceLabel } from '#features/bookings/shared/wording.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Button } from '#ui/button.tsx'
import { DateField, TimeField } from '#ui/date-time-fields.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import {
  type ChangeFields,
  changeSchema,
  getChangeFields,
  toChangeInput,
  toSeriesChangeInput,
} from '../model/change-form.ts'
import { mayChangeAsCrew } from '../model/crew.ts'
import { type ChangeForm, ChangePrice } from './change-price.tsx'

const fieldNames = ['booking_date', 'start_time', 'end_time', 'room_id', 'notes', 'people', 'price_reason'] as const

type ChangeDialogProps = { booking: Booking; context: BookingContext; onClose: () => void }

/** Edits the time, room, notes or price of a booking, or of several bookings in its series. */
export function ChangeDialog({ booking: current, context, onClose }: ChangeDialogProps) {
  const id = useId()
  // With a newer booking, the form would send its old values as changes and undo another person's change.
  const [booking] = useState(current)
  const isCrew = mayChangeAsCrew(context, booking)
  const currency = booking.currency ?? context.studio.currency
  const schema = useMemo(() => changeSchema(booking, currency), [booking, currency])
  const form = useSchemaForm(schema, getChangeFields(booking, currency))
  const { send, isPending, error, resetErrors } = useSaveChange(booking, currency)
  const submit = (event: FormEvent) => {
    // Without this, React also submits the form of the drawer in which the dialog opens.
    event.stopPropagation()
    const sendChange = (fields: ChangeFields) =>
      send(fields, { onSuccess: onClose, onError: (saveError) => showFieldErrors(form, fieldNames, saveError) })
    return form.handleSubmit(sendChange)(event)
  }
  const footer = (
    <>
      <Button look="secondary" onClick={onClose}>
        Keep unchanged
      </Button>
      <Button type="submit" form={id} pending={isPending} pendingText="Saving...">
        Save Changes
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change Booking"
      description={serviceLabel(booking, context.services)}
      footer={footer}
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4">
        {!isCrew && booking.series_id && <ChangeScope form={form} />}
        <ChangeTimes form={form} error={error} onAlternative={resetErrors} />
        <ChangeResources form={form} context={isCrew ? { ...context, people: [], equipment: [] } : context} />
        {!isCrew && (
          <>
            {booking.booking_type === 'client_booking' && (
              <ChangePrice form={form} booking={booking} context={context} currency={currency} />
            )}
            <ChangeProject form={form} booking={booking} />
            <Field label="Notes" error={form.formState.errors.notes?.message}>
              {(control) => <Textarea {...control} rows={3} {...form.register('notes')} />}
            </Field>
          </>
        )}
      </form>
    </Dialog>
  )
}

function ChangeTimes({ form, error, onAlternative }: { form: ChangeForm; error: unknown; onAlternative: () => void }) {
  const { errors } = form.formState
  const [start, end, days] = [form.watch('start_time'), form.watch('end_time'), form.watch('days')]
  const applyAlternative = (start_time: string, booking_date?: string) => {
    const newTimes = moveStart(start_time, form.getValues())
    form.setValue('start_time', start_time)
    form.setValue('end_time', newTimes.end_time)
    form.setValue('days', newTimes.days)
    if (booking_date) form.setValue('booking_date', booking_date)
    onAlternative()
    // The button with the focus disappears together with the error message, so another field must get the focus.
    form.setFocus('start_time')
  }
  return (
    <>
      <DateField
        label="Booking date"
        required
        error={errors.booking_date?.message}
        {...form.register('booking_date')}
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <TimeField
          label="Start time"
          required
          step={900}
          error={errors.start_time?.message}
          {...form.register('start_time')}
        />
        <TimeField
          label="End time"
          required
          step={900}
          error={errors.end_time?.message}
          {...form.register('end_time')}
        />
      </div>
      {form.watch('scope') === 'this' && isLongerThanADay({ start_time: start, end_time: end, days }) ? (
        <DaysField
          times={{ booking_date: form.watch('booking_date'), start_time: start, end_time: end, days }}
          error={undefined}
          onChange={(next) => form.setValue('days', next)}
        />
      ) : (
        mayEndNextDay(start, end) && (
          <p className="-mt-2 text-sm text-muted-foreground">Ends at {timeText(end)} on the next day.</p>
        )
      )}
      {error !== null && (
        <DeskBookingError
          error={error}
          freeStarts={[]}
          alternatives={formatAlternatives(error)}
          onPick={applyAlternative}
        />
      )}
    </>
  )
}

function ChangeResources({ form, context }: { form: ChangeForm; context: BookingContext }) {
  const choices = context.rooms.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      {choices.length > 1 && (
        <Field label="Room" error={form.formState.errors.room_id?.message}>
          {(control) => (
            <Select
              {...control}
              choices={choices}
              {...(form.getValues('room_id') === '' && { placeholder: 'No change' })}
              {...form.register('room_id')}
            />
          )}
        </Field>
      )}
      <PeopleAndEquipmentField
        context={context}
        value={form.watch('other_resource_ids')}
        onChange={(other_resource_ids) => form.setValue('other_resource_ids', other_resource_ids)}
      />
    </>
  )
}

function ChangeProject({ form, booking }: { form: ChangeForm; booking: Booking }) {
  const { studio_id, client_id } = booking
  const projects = useProjects(studio_id, client_id, client_id !== null)
  if (client_id === null || !projects.data?.length) return null
  return (
    <Field label="Project">
      {(control) => (
        <Select
          {...control}
          choices={projects.data.map(({ id, title }) => ({ value: id, label: title }))}
          placeholder="No project"
          {...form.register('project_id')}
        />
      )}
    </Field>
  )
}

/** Asks which sessions of the series change, and whether sessions with conflicts are skipped. */
function ChangeScope({ form }: { form: ChangeForm }) {
  return (
    <>
      <Field label="Change">
        {(control) => <Select {...control} choices={scopeChoices} {...form.register('scope')} />}
      </Field>
      {form.watch('scope') !== 'this' && (
        <Switch
          label="Skip conflicts"
          hint="If on, sessions with conflicts stay unchanged. If off, one conflict stops the whole change."
          checked={form.watch('skips_conflicts')}
          onChange={(skips_conflicts) => form.setValue('skips_conflicts', skips_conflicts)}
        />
      )}
    </>
  )
}

type Callbacks = { onSuccess: () => void; onError: (error: unknown) => void }

/** Saves the changes to this session, or to the chosen sessions of its series. Sends nothing if nothing was changed. */
function useSaveChange(booking: Booking, currency: string) {
  const single = useChangeBooking()
  const series = useChangeSeries()
  const resetErrors = () => {
    single.reset()
    series.reset()
  }
  const send = (fields: ChangeFields, callbacks: Callbacks) => {
    const change = toChangeInput(fields, booking, currency)
    if (single.isPending || series.isPending) return
    resetErrors()
    if (Object.keys(change).length === 0) return callbacks.onSuccess()
    if (fields.scope === 'this' || !booking.series_id) {
      const { booking_date = booking.booking_date, start_time = booking.start_time } = change
      const { end_time = booking.end_time, days = booking.days } = change
      const preview = { booking_date, start_time, end_time, ...resolveDays({ days }) }
      return single.mutate({ booking, change, preview }, callbacks)
    }
    series.mutate({ id: booking.series_id, ...toSeriesChangeInput(fields, booking, currency) }, callbacks)
  }
  return { send, resetErrors, isPending: single.isPending || series.isPending, error: single.error ?? series.error }
}
