import { isAdminOrOperator } from '@studiohub/contract/actor.ts'
import { type FormEvent, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { formatAlternatives, readFreeStarts } from '#features/bookings/model/alternatives.ts'
import { isBlockedByBookings } from '#features/bookings/model/blocking-bookings.ts'
import { moveStart } from '#features/bookings/model/free-time.ts'
import { hasCode } from '#lib/server/describe-error.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { readBookingDraft, useBookingDraft } from '../hooks/use-booking-draft.ts'
import { useSendBookingForm } from '../hooks/use-send-booking-form.ts'
import {
  type BookingFields,
  type BookingForm,
  createEmptyBooking,
  getEndByService,
  type InitialBookingValues,
  useBookingForm,
} from '../model/booking-form.ts'
import { BlockingBookings } from './blocking-bookings.tsx'
import {
  BookingDateField,
  BookingTypeSwitch,
  FurtherRoomsField,
  NotesField,
  ProjectField,
  RoomField,
  ServiceField,
  TimeFields,
} from './booking-fields.tsx'
import { BookingSummary } from './booking-summary.tsx'
import { ClientField } from './client-field.tsx'
import { DeskBookingError } from './desk-booking-error.tsx'
import { MoreOptions } from './more-options.tsx'
import { OfferedTimes } from './offered-times.tsx'
import { PriceAndWarnings } from './price-and-warnings.tsx'

const fieldNames = [
  'booking_date',
  'start_time',
  'end_time',
  'days',
  'room_id',
  'client_id',
  'project_id',
  'service_type',
  'notes',
  'people',
  'price_minor',
  'price_reason',
  'until',
  'count',
] as const satisfies (keyof BookingFields)[]

type BookingDialogProps = {
  context: BookingContext
  /** Whether the studio's data is still loading. */
  isLoading: boolean
  /** Values that were chosen in the calendar; all others come from the draft. */
  start: InitialBookingValues
  /** The date of a form without a draft; empty for none. */
  day: string
  /** Whether it replaces the frame that was shown while it loaded. */
  isInFrame: boolean
  onClose: () => void
}

/** Spec section 2: 'Create New Booking', or 'Block Time'. Input is stored until it is sent or discarded. */
export function BookingDialog(props: BookingDialogProps) {
  const { context, isLoading, start: initialValues, day, isInFrame, onClose } = props
  const id = useId()
  const draftName = `booking.${context.studio.id}.${context.actor.user_id}`
  const [draft] = useState(() => readBookingDraft(draftName))
  const { isClicked: _, ...start } = initialValues
  const form = useBookingForm(context.today, { ...(draft ?? createEmptyBooking(day)), ...start })
  const { setEndByService, followService } = useEndByService(form, context, initialValues)
  const deleteBookingDraft = useBookingDraft(draftName, form)
  const { send, isSending, error, blocking, setBlocking, incompleteSubmits } = useSendBookingForm(
    context.studio.id,
    form,
  )
  const isBlocked = useWatch({ control: form.control, name: 'booking_type' }) === 'blocked_time'
  const isAdmin = isAdminOrOperator(context.actor, context.studio.id)

  const discard = () => {
    deleteBookingDraft()
    onClose()
  }
  const submit = (event: FormEvent) => {
    // React bubbles the event to the parent dialog, whose form must not get it.
    event.stopPropagation()
    return form.handleSubmit((booking) =>
      send(booking, { onCreated: discard, onFailed: (error) => showFieldErrors(form, fieldNames, error) }),
    )(event)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isInFrame={isInFrame}
      title={isBlocked ? 'Block Time' : 'Create New Booking'}
      footer={
        <>
          {!isBlocked && <BookingSummary form={form} context={context} />}
          <Button look="secondary" onClick={discard}>
            Discard
          </Button>
          <Button type="submit" form={id} pending={isSending} pendingText={isBlocked ? 'Blocking...' : 'Creating...'}>
            {isBlocked ? 'Block Time' : 'Create Booking'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4">
        {isAdmin && !isLoading && <MissingSetup context={context} isBlocked={isBlocked} />}
        {!isBlocked && (
          <>
            {context.worksAtDesk && <ClientField form={form} context={context} />}
            <ProjectField form={form} context={context} />
            <div className={`${besideClasses} ${phonePairClasses}`}>
              <ServiceField form={form} context={context} isBlocked={false} onChoose={setEndByService} />
              <RoomField form={form} context={context} isBlocked={false} />
              <BookingDateField form={form} context={context} isFirst={!context.worksAtDesk} />
              <FurtherRoomsField form={form} context={context} />
            </div>
          </>
        )}
        {isBlocked && <BookingDateField form={form} context={context} isFirst />}
        <TimeFields
          form={form}
          context={context}
          freeTimes={
            !isBlocked && context.worksAtDesk && <OfferedTimes form={form} context={context} onChoose={followService} />
          }
        />
        {blocking.length > 0 && (
          <BlockingBookings
            context={context}
            blocking={blocking}
            onChange={setBlocking}
            incompleteSubmits={incompleteSubmits}
          />
        )}
        {error && !isBlockedByBookings(error) && <CreateError form={form} context={context} error={error} />}
        {isBlocked && (
          <div className={besideClasses}>
            <ServiceField form={form} context={context} isBlocked />
            <RoomField form={form} context={context} isBlocked />
            <FurtherRoomsField form={form} context={context} />
          </div>
        )}
        {!isBlocked && <PriceAndWarnings form={form} context={context} />}
        {context.worksAtDesk && <MoreOptions form={form} context={context} isBlocked={isBlocked} />}
        <NotesField form={form} />
        {context.worksAtDesk && (
          <BookingTypeSwitch form={form} isQuiet={isBlocked && initialValues.booking_type === 'blocked_time'} />
        )}
      </form>
    </Dialog>
  )
}

/** Two fields side by side if there is enough width, and further fields below. Without a room field, the first has the whole row. */
const besideClasses =
  'grid items-start gap-4 min-[480px]:has-[>:nth-child(2)]:grid-cols-2 *:min-w-0 min-[480px]:[&>:nth-child(n+3)]:col-span-full'

/** On phones room and date are side by side below the service, whose names need the whole row. Without a room, all have a row. */
const phonePairClasses =
  'max-[479px]:has-[>:nth-child(3)]:grid-cols-2 max-[479px]:[&>:is(:first-child,:nth-child(n+4))]:col-span-full'

/**
 * `setEndByService` sets the end by the default length of a chosen service. It works after a click on a start in the calendar
 * or on a free time, until the person changes the times. `followService` notes such a click.
 */
function useEndByService(form: BookingForm, context: BookingContext, initialValues: InitialBookingValues) {
  const [clickedStart, setClickedStart] = useState(initialValues)
  const setEndByService = (key: string) => {
    const minutes = context.services.find((service) => service.key === key)?.default_minutes
    const end = minutes === undefined ? null : getEndByService(form.getValues(), clickedStart, minutes)
    if (!end) return
    setClickedStart({ ...clickedStart, ...end })
    form.setValue('end_time', end.end_time, { shouldDirty: true })
    form.setValue('days', end.days)
  }
  const followService = (times: { start_time: string; end_time: string }) =>
    setClickedStart({ ...times, isClicked: true })
  return { setEndByService, followService }
}

/** Lists the setup that is missing before anything can be booked, with links to it. */
function MissingSetup({ context, isBlocked }: { context: BookingContext; isBlocked: boolean }) {
  const missing = [
    !context.studio.is_active && {
      sentence: 'Your studio is not accepting bookings at the moment.',
      to: paths.studioSettings,
      linkText: 'Accept bookings again',
    },
    context.rooms.length === 0 && describeMissing('room', 'rooms'),
    !isBlocked && !context.services.some(({ is_active }) => is_active) && describeMissing('service', 'services'),
  ].filter((setup) => setup !== false)
  return missing.map(({ sentence, to, linkText }) => (
    <p key={sentence} className="rounded-md border border-pending bg-pending-soft p-3 text-sm">
      {sentence}{' '}
      <Link to={to} className="text-link underline underline-offset-4">
        {linkText}
      </Link>
    </p>
  ))
}

const describeMissing = (item: string, tab: string) => ({
  sentence: `There is no ${item} to book yet.`,
  to: paths.studioSettingsTab(tab),
  linkText: `Add a ${item}`,
})

function CreateError({ form, context, error }: { form: BookingForm; context: BookingContext; error: unknown }) {
  const freeStarts = readFreeStarts(error)
  const isPlanError =
    isAdminOrOperator(context.actor, context.studio.id) && planCodes.some((code) => hasCode(error, code))
  return (
    <>
      <DeskBookingError
        error={error}
        freeStarts={freeStarts}
        alternatives={freeStarts.length > 0 ? [] : formatAlternatives(error)}
        onPick={(start, day) => {
          const { start_time, end_time, days = 1 } = form.getValues()
          const moved = moveStart(start, { start_time, end_time, days })
          form.setValue('start_time', moved.start_time)
          form.setValue('end_time', moved.end_time)
          form.setValue('days', moved.days)
          if (day) form.setValue('booking_date', day)
          // The button that had the focus disappears with the error message.
          form.setFocus('start_time')
        }}
      />
      {isPlanError && (
        <Link to={paths.studioSettingsTab('plan')} className="text-sm text-link underline underline-offset-4">
          See plans
        </Link>
      )}
    </>
  )
}

const planCodes = ['PLAN_LIMIT_REACHED', 'PLAN_EXPIRED'] as const
