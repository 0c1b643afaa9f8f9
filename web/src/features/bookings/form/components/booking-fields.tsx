import { BOOKING_NOTES_MAX, blockReasonLabels, blockReasons } from '@studiohub/contract/features/bookings/words.ts'
import type { ReactNode } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useProjects } from '#features/bookings/projects-api.ts'
import { getZoneNote } from '#features/bookings/shared/wording.ts'
import { browserTimeZone } from '#lib/page/browser-time.ts'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { DateField, TimeField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/input.tsx'
import { optionalMark } from '#ui/optional-mark.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { type BookingForm, getNextStart, suggestEnd } from '../model/booking-form.ts'
import { DayHint } from './day-hint.tsx'
import { DaysField } from './days-field.tsx'

type FieldsProps = { form: BookingForm; context: BookingContext }

const QUARTER_HOUR_SECONDS = 15 * 60
const emptyToNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Switches between a booking and blocked time, for the desk. @param isQuiet in a dialog that was opened to block time */
export function BookingTypeSwitch({ form, isQuiet }: { form: BookingForm; isQuiet: boolean }) {
  return (
    <Controller
      control={form.control}
      name="booking_type"
      render={({ field }) => (
        <Switch
          label={isQuiet ? <span className="font-normal text-muted-foreground">Block Time</span> : 'Block Time'}
          {...(!isQuiet && { hint: 'Blocks time instead of creating a booking.' })}
          checked={field.value === 'blocked_time'}
          onChange={(isBlocked) => {
            field.onChange(isBlocked ? 'blocked_time' : 'client_booking')
            // Services and block reasons are different lists, so the choice is cleared.
            form.setValue('service_type', '')
            form.clearErrors('service_type')
          }}
        />
      )}
    />
  )
}

/** The day on which it begins. @param isFirst whether this is the first field, so it gets the focus */
export const BookingDateField = ({ form, context, isFirst }: FieldsProps & { isFirst: boolean }) => (
  <DateField
    label="Booking date"
    required
    error={form.formState.errors.booking_date?.message}
    {...form.register('booking_date')}
    min={context.today}
    {...(isFirst && { 'data-autofocus': true })}
  />
)

type TimeFieldsProps = FieldsProps & {
  /** The free times of the day, above the fields. Without them, a line has the opening hours and the taken times. */
  freeTimes?: ReactNode
}

/** Start, end, and the day on which it ends. */
export function TimeFields({ form, context, freeTimes }: TimeFieldsProps) {
  const { errors } = form.formState
  const [day, start, end, days, room_id, service_type] = useWatch({
    control: form.control,
    name: ['booking_date', 'start_time', 'end_time', 'days', 'room_id', 'service_type'],
  })
  const zone = getZoneNote(context.studio.timezone, browserTimeZone())
  return (
    <>
      {freeTimes}
      <div className="grid grid-cols-2 items-start gap-4">
        <TimeField
          label="Start time"
          required
          step={QUARTER_HOUR_SECONDS}
          openAt={day === context.today ? getNextStart(context.now, context.studio.timezone) : undefined}
          error={errors.start_time?.message}
          // Changing the start must not validate an end that is not chosen yet.
          {...form.register('start_time', { deps: end ? ['end_time'] : [] })}
        />
        <TimeField
          label="End time"
          required
          step={QUARTER_HOUR_SECONDS}
          openAt={suggestEnd(
            start,
            context.services.find(({ key }) => key === service_type),
          )}
          error={errors.end_time?.message}
          {...form.register('end_time')}
        />
      </div>
      <div className="-mt-2 grid gap-0.5 text-sm text-muted-foreground empty:hidden">
        {zone && <p>{zone}</p>}
        {!freeTimes && day >= context.today && <DayHint context={context} day={day} room_id={room_id ?? null} />}
      </div>
      <DaysField
        times={{ booking_date: day, start_time: start, end_time: end, days: days ?? 1 }}
        error={errors.days?.message}
        onChange={(next) => {
          form.setValue('days', next)
          form.clearErrors(['end_time', 'days'])
        }}
      />
    </>
  )
}

/** The room, if there are several. Empty: any free room; for blocked time all rooms. */
export function RoomField({ form, context, isBlocked }: FieldsProps & { isBlocked: boolean }) {
  const resource_ids = useWatch({ control: form.control, name: 'resource_ids' }) ?? []
  if (context.rooms.length < 2) return null
  return (
    <Field label="Room" error={form.formState.errors.room_id?.message}>
      {(control) => (
        <Select
          {...control}
          choices={context.rooms.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={isBlocked ? 'All rooms' : 'Any free room'}
          {...form.register('room_id', {
            setValueAs: emptyToNull,
            onChange: ({ target }) => {
              // Without a first room there are no additional rooms, and no room is chosen twice.
              const isRoom = (id: string) => context.rooms.some((room) => room.id === id)
              const nextIds = resource_ids.filter((id) => (target.value ? id !== target.value : !isRoom(id)))
              form.setValue('resource_ids', nextIds)
            },
          })}
        />
      )}
    </Field>
  )
}

/** Rooms besides the chosen one, for the desk. */
export function FurtherRoomsField({ form, context }: FieldsProps) {
  const [room_id, resource_ids = []] = useWatch({ control: form.control, name: ['room_id', 'resource_ids'] })
  if (context.rooms.length < 2 || !room_id || !context.worksAtDesk) return null
  const furtherRooms = context.rooms.filter(({ id }) => id !== room_id)
  return (
    <CheckboxGroup
      label="Further rooms"
      choices={furtherRooms.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={resource_ids}
      onChange={(ids) => form.setValue('resource_ids', ids)}
    />
  )
}

/** The client's project; only if the client has projects. */
export function ProjectField({ form, context }: FieldsProps) {
  const client_id = useWatch({ control: form.control, name: 'client_id' }) ?? null
  const projects = useProjects(context.studio.id, client_id, client_id !== null)
  if (client_id === null || !projects.data?.length) return null
  return (
    <Field label="Project" error={form.formState.errors.project_id?.message}>
      {(control) => (
        <Select
          {...control}
          choices={projects.data.map(({ id, title }) => ({ value: id, label: title }))}
          placeholder="No project"
          {...form.register('project_id', { setValueAs: emptyToNull })}
        />
      )}
    </Field>
  )
}

/** The service, or the reason for blocked time. */
export function ServiceField({
  form,
  context,
  isBlocked,
  onChoose,
}: FieldsProps & { isBlocked: boolean; onChoose?: (key: string) => void }) {
  const choices = isBlocked
    ? blockReasons.map((value) => ({ value, label: blockReasonLabels[value] }))
    : context.services.filter(({ is_active }) => is_active).map(({ key, label }) => ({ value: key, label }))
  return (
    <Field label={isBlocked ? 'Reason' : 'Service type'} required error={form.formState.errors.service_type?.message}>
      {(control) => (
        <Select
          {...control}
          choices={choices}
          placeholder={isBlocked ? 'Select a reason' : 'Select a service'}
          {...form.register('service_type', {
            onChange: ({ target }: { target: { value: string } }) => onChoose?.(target.value),
          })}
        />
      )}
    </Field>
  )
}

/** A switch that books the session as a hold. Otherwise, a session that the studio books is confirmed. */
export function HoldField({ form }: Pick<FieldsProps, 'form'>) {
  return (
    <Controller
      control={form.control}
      name="status"
      render={({ field }) => (
        <Switch
          label="Hold"
          hint="Reserves the time without confirming the session. Confirm or cancel it later."
          checked={field.value === 'pending'}
          onChange={(isHeld) => field.onChange(isHeld ? 'pending' : undefined)}
        />
      )}
    />
  )
}

export function NotesField({ form }: { form: BookingForm }) {
  const notes = useWatch({ control: form.control, name: 'notes' }) ?? ''
  const isLong = notes.length > BOOKING_NOTES_MAX * 0.8
  return (
    <Field
      label="Notes"
      error={form.formState.errors.notes?.message}
      labelAction={optionalMark}
      hint={isLong && `${notes.length.toLocaleString('en')} of ${BOOKING_NOTES_MAX.toLocaleString('en')} characters`}
    >
      {(control) => <Textarea {...control} rows={3} {...form.register('notes')} />}
    </Field>
  )
}
