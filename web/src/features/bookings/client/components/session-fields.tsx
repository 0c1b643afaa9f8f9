import { getTimesOfLength, listOfferedLengths } from '@studiohub/contract/features/availability/choices/rules.ts'
import { BOOKING_NOTES_MAX } from '@studiohub/contract/features/bookings/words.ts'
import { payableText } from '@studiohub/contract/features/prices/rules.ts'
import type { Quote } from '@studiohub/contract/features/prices/schema.ts'
import { isRoomOf } from '@studiohub/contract/features/resources/rules.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { lazy, Suspense } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { quoteForClient, readChangedPrice } from '#features/bookings/model/quoted-price.ts'
import { useProjects } from '#features/bookings/projects-api.ts'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/input.tsx'
import { optionalMark } from '#ui/optional-mark.tsx'
import { Select } from '#ui/select.tsx'
import type { SessionChoice } from '../model/session-choice.ts'

const RoomsField = lazy(async () => ({ default: (await import('./rooms-field.tsx')).RoomsField }))

type ServiceFieldsProps = {
  context: BookingContext
  services: readonly StudioService[]
  service: StudioService | undefined
  choice: SessionChoice
  minutes: number | null
  isSubmitted: boolean
  onChange: (part: Partial<SessionChoice>) => void
}

type QuoteInput = { context: BookingContext; service: StudioService; minutes: number; choice: SessionChoice }

/**
 * The price of the session with the current choices. Before a time is chosen, it is calculated for noon of the first day.
 */
export function quoteChoice({ context, service, minutes, choice }: QuoteInput): Quote {
  const { room_ids, people, add_ons } = choice
  return quoteForClient(context, service, {
    booking_date: choice.day || context.today,
    ...getTimesOfLength(choice.time || '12:00', minutes),
    room_ids,
    people,
    add_ons,
  })
}

/** The total to pay, with tax. If the server has rejected the shown price, its new price is used. */
export function formatTotal(quote: Quote, error: unknown): string {
  const newPrice = readChangedPrice(error)
  if (!newPrice) return payableText(quote)
  const { price_minor, currency } = newPrice
  return currency === null ? '' : payableText({ ...quote, total_minor: price_minor, currency, has_open_items: false })
}

/** Service, length, and room or rooms if there is a choice. */
export function ServiceFields({
  context,
  services,
  service,
  choice,
  minutes,
  isSubmitted,
  onChange,
}: ServiceFieldsProps) {
  const lengths = service ? listOfferedLengths(service) : []
  const rooms = service ? context.rooms.filter(({ id }) => isRoomOf(service, id)) : []
  const roomsMax = service?.rooms_max ?? 1
  return (
    <div className="grid grid-cols-2 gap-4">
      <div className="col-span-2">
        <Field label="Service type" required error={isSubmitted && !service ? 'Service type is required' : undefined}>
          {(control) => (
            <Select
              {...control}
              choices={services.map(({ key, label }) => ({ value: key, label }))}
              placeholder="Select a service"
              value={choice.service}
              onChange={({ target }) =>
                onChange({
                  service: target.value,
                  minutes: null,
                  room_ids: [],
                  // A time that was chosen before any service stays, because it does not depend on another service.
                  time: service ? '' : choice.time,
                  add_ons: [],
                })
              }
            />
          )}
        </Field>
      </div>
      {lengths.length > 1 && (
        <Field label="Length">
          {(control) => (
            <Select
              {...control}
              choices={lengths.map((length) => ({ value: String(length), label: lengthText(length) }))}
              value={String(minutes)}
              onChange={({ target }) => onChange({ minutes: Number(target.value) })}
            />
          )}
        </Field>
      )}
      {rooms.length > 1 && roomsMax > 1 && (
        <div className="col-span-2">
          <Suspense fallback={null}>
            <RoomsField
              rooms={rooms}
              max={roomsMax}
              chosen={choice.room_ids}
              onChange={(room_ids) => onChange({ room_ids })}
            />
          </Suspense>
        </div>
      )}
      {rooms.length > 1 && roomsMax === 1 && (
        <Field label="Room">
          {(control) => (
            <Select
              {...control}
              choices={rooms.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder="Any free room"
              value={choice.room_ids[0] ?? ''}
              onChange={({ target }) => onChange({ room_ids: target.value ? [target.value] : [] })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

type ProjectChoiceProps = {
  context: BookingContext
  value: string | null
  onChange: (project_id: string | null) => void
}

/** The project of the booking; only if the client has projects. */
export function ProjectChoice({ context, value, onChange }: ProjectChoiceProps) {
  const projects = useProjects(context.studio.id, null)
  if (!projects.data?.length) return null
  return (
    <Field label="Project" labelAction={optionalMark}>
      {(control) => (
        <Select
          {...control}
          choices={projects.data.map(({ id, title }) => ({ value: id, label: title }))}
          placeholder="No project"
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value || null)}
        />
      )}
    </Field>
  )
}

export function NotesField({ notes, onChange }: { notes: string; onChange: (notes: string) => void }) {
  const isLong = notes.length > BOOKING_NOTES_MAX * 0.8
  const count = `${notes.length.toLocaleString('en')} of ${BOOKING_NOTES_MAX.toLocaleString('en')} characters`
  const error = notes.length > BOOKING_NOTES_MAX ? 'Notes must be at most 2,000 characters' : undefined
  return (
    <Field label="Notes" labelAction={optionalMark} hint={isLong && count} error={error}>
      {(control) => <Textarea {...control} rows={2} value={notes} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}
