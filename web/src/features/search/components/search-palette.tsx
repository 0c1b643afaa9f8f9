import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { canSearch } from '@studiohub/contract/features/search/policy.ts'
import { SEARCH_TEXT_MAX } from '@studiohub/contract/features/search/words.ts'
import { readerFormats } from '@studiohub/contract/shared/formats.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { CalendarDays, CircleUserRound, Lock, LogOut, type LucideIcon, Plus, Upload, UserPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSignOut } from '#features/auth/sign-out-api.ts'
import { formatShortDate } from '#features/bookings/shared/wording.ts'
import { toActor, useMe } from '#features/profile/api.ts'
import { useDebounce } from '#lib/hooks/use-debounce.ts'
import { useScreenCommands } from '#lib/page/commands.ts'
import { isMonthFirst } from '#lib/page/date-time-reader.ts'
import { paths } from '#paths.ts'
import { type Command, CommandPalette } from '#ui/command-palette.tsx'
import { useSearchResults } from '../api.ts'
import { type ResultPaths, toCommands } from '../model/found-commands.ts'
import { typedDay } from '../model/typed-day.ts'

type NavTarget = { to: string; label: string; icon: LucideIcon }
type SearchPaletteProps = { open: boolean; onOpenChange: (open: boolean) => void; nav: readonly NavTarget[] }

/** The command palette: pages and actions immediately, and search results in the studio's data. */
export function SearchPalette({ open, onOpenChange, nav }: SearchPaletteProps) {
  const me = useMe()
  const navigate = useNavigate()
  const [searchText, setSearchText] = useState('')
  const [isTypingPaused, setTypingPaused] = useState(true)
  const afterPause = useDebounce()
  const maySearch = canSearch(toActor(me))
  const { data, isFetching } = useSearchResults(searchText, maySearch && open && isTypingPaused)
  const commands = useCommands(me, nav)
  const results = useMemo(() => {
    if (!data) return data
    const go = (to: string) => void navigate(to)
    return [
      ...createDayCommands(me, searchText, go),
      ...toCommands(data, {
        paths: getResultPaths(me),
        today: todayIn(me.studio?.timezone ?? 'UTC', new Date()),
        isRecent: searchText === '',
        go,
      }),
    ]
  }, [data, me, searchText, navigate])
  const search = (text: string) => {
    const next = text.trim().slice(0, SEARCH_TEXT_MAX)
    setTypingPaused(next === searchText)
    afterPause(() => {
      setSearchText(next)
      setTypingPaused(true)
    })
  }
  const setOpen = (next: boolean) => {
    if (!next) search('')
    onOpenChange(next)
  }
  return (
    <CommandPalette
      open={open}
      onOpenChange={setOpen}
      commands={commands}
      {...(maySearch && {
        onSearch: search,
        results: (isTypingPaused && results) || [],
        isSearching: !isTypingPaused || isFetching,
      })}
    />
  )
}

function useCommands(me: Me, nav: readonly NavTarget[]): readonly Command[] {
  const navigate = useNavigate()
  const signOut = useSignOut().mutate
  const screenCommands = useScreenCommands()
  return useMemo(() => {
    const go = (to: string) => () => void navigate(to)
    const pages = [...nav, { to: paths.profile, label: 'Profile and settings', icon: CircleUserRound }]
    const actionCommands = [
      ...screenCommands,
      ...listActions(me).map(({ id, to, ...action }) => ({ ...action, id, group: 'Do', run: go(to) })),
    ]
    return [
      // The screen's own action comes first. It replaces the general action with the same id, which would open the screen.
      ...actionCommands.filter(({ id }, index) => actionCommands.findIndex((command) => command.id === id) === index),
      ...pages.map(({ to, label, icon }) => ({ id: to, label, icon, group: 'Go to', run: go(to) })),
      { id: 'sign-out', label: 'Sign Out', group: 'Account', icon: LogOut, run: () => signOut() },
    ]
  }, [me, nav, screenCommands, navigate, signOut])
}

/** The actions that the user can start on any page. */
function listActions({ role, studio, at_desk }: Me) {
  const newBooking = { id: 'new-booking', label: 'New Booking', icon: Plus }
  if (role === 'client' && studio)
    return [{ ...newBooking, to: paths.withOpen(paths.clientBookings(studio.slug), { new: 'booking' }) }]
  if (role !== 'studio_admin' && !at_desk) return []
  return [
    { ...newBooking, to: paths.withOpen(paths.studioBookings, { new: 'booking' }) },
    {
      id: 'block-time',
      label: 'Block Time',
      icon: Lock,
      to: paths.withOpen(paths.studioBookings, { new: 'block' }),
    },
    {
      id: 'add-client',
      label: 'Add client',
      icon: UserPlus,
      to: paths.withOpen(paths.studioClients, { new: 'client' }),
    },
    { id: 'import', label: 'Import from a file', icon: Upload, to: paths.studioImport() },
  ]
}

/** A command for the typed day, if the user can open the calendar of a studio. */
function createDayCommands({ role, studio, at_desk }: Me, q: string, go: (to: string) => void): Command[] {
  if (!studio || (role !== 'studio_admin' && !at_desk)) return []
  const { dates } = readerFormats()
  const day = typedDay(q, todayIn(studio.timezone, new Date()), isMonthFirst(dates))
  if (!day) return []
  const run = () => go(paths.studioBookingsOf(day))
  return [{ id: 'day', group: 'Days', label: `Bookings on ${formatShortDate(day)}`, icon: CalendarDays, run }]
}

function getResultPaths({ role, studio, at_desk }: Me): ResultPaths {
  if (role === 'client') {
    const slug = studio?.slug ?? ''
    return {
      client: () => null,
      crew: '',
      booking: (booking) => paths.withOpen(paths.clientBookings(slug), { booking }),
      project: (id) => paths.clientProject(slug, id),
      card: (card) => paths.withOpen(paths.clientBoard(slug), { card }),
    }
  }
  if (role === 'staff' && !at_desk)
    return {
      client: (id) => paths.messagesOf(paths.staffMessages, id, null),
      crew: paths.staff,
      booking: (booking) => paths.withOpen(paths.staffSchedule, { booking }),
      project: paths.staffProject,
      card: (card) => paths.withOpen(paths.staffBoard, { card }),
    }
  return {
    client: (client) => paths.withOpen(paths.studioClients, { client }),
    crew: paths.studioStaff,
    booking: (booking) => paths.withOpen(paths.studioBookings, { booking }),
    project: paths.studioProject,
    card: (card) => paths.withOpen(paths.studioBoard, { card }),
  }
}
