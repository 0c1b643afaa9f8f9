import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { formatShortDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { useApproveChange, useConfirmBooking, useDeclineChange } from '#features/bookings/status-api.ts'
import { useShortcut } from '#lib/hooks/use-shortcut.ts'
import { getSteps } from '../model/steps.ts'
import { DeclineDialog } from './decline-dialog.tsx'

type AnswerKeysProps = {
  /** The bookings of the list. The button that opens one has its id in `data-booking`. */
  bookings: readonly CalendarBooking[]
  list: ListRef
  context: BookingContext
}

/**
 * Keys of a list of bookings: J and K focus the next and the previous one, C confirms and D declines the focused one, or
 * the change that its client requests.
 */
export function AnswerKeys({ bookings, list, context }: AnswerKeysProps) {
  const [declined, setDeclined] = useState<CalendarBooking | null>(null)
  const { getFocused, rememberPlace, moveFocus } = useListFocus(list, bookings)
  const confirm = useConfirmBooking()
  const approve = useApproveChange()
  const declineChange = useDeclineChange()
  const isPending = confirm.isPending || approve.isPending || declineChange.isPending
  const answer = (isConfirmed: boolean) => {
    const booking = getFocused()
    // A repeated key would answer in an old version.
    if (!booking || isPending) return
    rememberPlace(booking.id)
    const version = { id: booking.id, version: booking.version }
    const steps = getSteps(booking, context.actor, {
      cutoff_hours: context.studio.cancellation_cutoff_hours,
      now: context.now,
    })
    if (booking.change_request) {
      if (isConfirmed) approve.mutate(version)
      else declineChange.mutate(version)
    } else if (isConfirmed && steps.confirm) confirm.mutate(version)
    else if (!isConfirmed && steps.decline) setDeclined(booking)
  }
  useShortcut('j', () => moveFocus(1))
  useShortcut('k', () => moveFocus(-1))
  useShortcut('c', context.worksAtDesk ? () => answer(true) : null)
  useShortcut('d', context.worksAtDesk ? () => answer(false) : null)
  if (!declined) return null
  const summary = `${serviceLabel(declined, context.services)}, ${formatShortDate(declined.booking_date)}, ${formatTimes(declined)}`
  return <DeclineDialog key={declined.id} booking={declined} summary={summary} open onClose={() => setDeclined(null)} />
}

/** The keys for people who see a list with `AnswerKeys`. Phones and tablets have no keys. */
export const AnswerKeysHint = ({ className }: { className?: string }) => (
  <p className={className}>
    <span className="text-xs text-muted-foreground max-md:hidden pointer-coarse:hidden">
      <Key>J</Key> next, <Key>K</Key> previous, <Key>C</Key> confirm, <Key>D</Key> decline
    </span>
  </p>
)

const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-sm border border-border px-1 font-sans">{children}</kbd>
)

type ListRef = RefObject<HTMLElement | null>

const findButtons = (list: ListRef) => [...(list.current?.querySelectorAll<HTMLElement>('[data-booking]') ?? [])]

/** The index of the button in whose row the focus is, or -1. */
const findFocusedIndex = (buttons: readonly HTMLElement[]) =>
  buttons.findIndex((button) => button.closest('li, tr')?.contains(document.activeElement))

/** The focus of a list by booking. An answered booking may leave the list; then the one at its place gets the focus. */
function useListFocus(list: ListRef, bookings: readonly CalendarBooking[]) {
  const answered = useRef<{ id: string; index: number }>(null)
  useEffect(() => {
    const { current } = answered
    if (!current || bookings.some(({ id }) => id === current.id)) return
    answered.current = null
    if (document.activeElement !== document.body) return
    const buttons = findButtons(list)
    buttons[Math.min(current.index, buttons.length - 1)]?.focus()
  }, [bookings, list])
  return {
    /** The focused booking; undefined if the focus is outside of the list. */
    getFocused() {
      const buttons = findButtons(list)
      const id = buttons[findFocusedIndex(buttons)]?.dataset['booking']
      return bookings.find((booking) => booking.id === id)
    },
    /** Call it before a booking may leave the list. */
    rememberPlace(id: string) {
      answered.current = { id, index: findFocusedIndex(findButtons(list)) }
    },
    moveFocus(steps: number) {
      const buttons = findButtons(list)
      const index = findFocusedIndex(buttons)
      buttons[index < 0 ? 0 : Math.min(Math.max(index + steps, 0), buttons.length - 1)]?.focus()
    },
  }
}
