import { bookingStatusLabels } from '@studiohub/contract/features/bookings/words.ts'
import { phaseLabels, projectStatusLabels } from '@studiohub/contract/features/projects/words.ts'
import type { FoundBooking, SearchAnswer } from '@studiohub/contract/features/search/schema.ts'
import { timeRangeText } from '@studiohub/contract/shared/formats.ts'
import { FolderKanban, SquareKanban, UserCheck, UserRound } from 'lucide-react'
import { statusIcons, statusInks } from '#features/bookings/shared/status.tsx'
import { weekdayAndDay } from '#features/bookings/shared/wording.ts'
import type { Command } from '#ui/command-palette.tsx'

/** The page that each kind of search result opens; null if the user may not open one. */
export type ResultPaths = {
  client: (id: string) => string | null
  crew: string
  booking: (id: string) => string
  project: (id: string) => string
  card: (id: string) => string
}

const joinParts = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ')

const startOf = ({ booking_date, start_time }: FoundBooking) => `${booking_date} ${start_time}`

function sortBookings(bookings: readonly FoundBooking[], today: string): FoundBooking[] {
  const byStart = [...bookings].sort((a, b) => startOf(a).localeCompare(startOf(b)))
  const isPast = ({ booking_date }: FoundBooking) => booking_date < today
  return [...byStart.filter((booking) => !isPast(booking)), ...byStart.filter(isPast).reverse()]
}

/**
 * Converts search results to commands of the palette, grouped by kind.
 * @param today the current day at the studio: bookings from then on come first, then past ones, newest first
 * @param isRecent whether the search text is empty: the results are then the next bookings and the latest changes
 */
export function toCommands(
  { people, bookings, projects, cards }: SearchAnswer,
  options: { paths: ResultPaths; today: string; isRecent: boolean; go: (to: string) => void },
): Command[] {
  const { paths, today, isRecent, go } = options
  const entries: (Omit<Command, 'run'> & { to: string | null })[] = [
    ...people.map(({ id, kind, name, email }) => ({
      id: `${kind}-${id}`,
      group: 'People',
      label: name ?? 'No name',
      ...(kind === 'client'
        ? { icon: UserRound, meta: joinParts('Client', email), to: paths.client(id) }
        : { icon: UserCheck, meta: 'Crew', to: paths.crew }),
    })),
    ...sortBookings(bookings, today).map(
      ({ id, client_name, service, booking_date, start_time, end_time, status }) => ({
        id: `booking-${id}`,
        group: isRecent ? 'Today and next' : 'Bookings',
        icon: statusIcons[status],
        iconClass: statusInks[status],
        label: client_name ? `${service}, ${client_name}` : service,
        meta: joinParts(weekdayAndDay(booking_date), timeRangeText(start_time, end_time), bookingStatusLabels[status]),
        to: paths.booking(id),
      }),
    ),
    ...projects.map(({ id, title, client_name, status }) => ({
      id: `project-${id}`,
      group: isRecent ? 'Changed last' : 'Projects',
      icon: FolderKanban,
      label: title,
      meta: joinParts(client_name, projectStatusLabels[status]),
      to: paths.project(id),
    })),
    ...cards.map(({ id, title, project_title, phase }) => ({
      id: `card-${id}`,
      group: 'Cards',
      icon: SquareKanban,
      label: title,
      meta: joinParts(project_title, phaseLabels[phase]),
      to: paths.card(id),
    })),
  ]
  return entries.flatMap(({ to, ...command }) => (to === null ? [] : [{ ...command, run: () => go(to) }]))
}
