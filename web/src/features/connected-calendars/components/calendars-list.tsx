import type { ConnectedCalendar } from '@studiohub/contract/features/connected-calendars/schema.ts'
import { CALENDAR_TIMES_MAX, calendarProviderNames } from '@studiohub/contract/features/connected-calendars/words.ts'
import { CalendarSync, RefreshCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { usePageReturn } from '#lib/page/use-page-return.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { QueryView } from '#ui/query-view.tsx'
import {
  useConnectedCalendars,
  useDisconnectCalendar,
  useReadCalendar,
  useRenewGrant,
  useUpdateCalendar,
} from '../api.ts'

const ConnectDialog = lazy(async () => ({ default: (await import('./connect-dialog.tsx')).ConnectDialog }))

type CalendarsListProps = {
  studio_id: string
  /** The people or rooms whose calendars are shown and can be connected. */
  resources: readonly { id: string; name: string }[]
  /** Whether they belong to the user. Their names are then hidden. */
  isOwn?: boolean
  emptyText: string
}

/** Connected calendars with their state, and a button to connect one. */
export function CalendarsList({ studio_id, resources, isOwn = false, emptyText }: CalendarsListProps) {
  const calendars = useConnectedCalendars(studio_id)
  const [isConnecting, setConnecting] = useState(false)
  const isShown = ({ resource_id }: ConnectedCalendar) => resources.some(({ id }) => id === resource_id)
  return (
    <div className="grid gap-3">
      <QueryView query={calendars} loadingText="Loading calendars..." errorTitle="Failed to load calendars">
        {({ items }) => {
          const visibleCalendars = items.filter(isShown)
          if (visibleCalendars.length === 0) return <p className="text-sm text-muted-foreground">{emptyText}</p>
          return (
            <ul
              aria-label={isOwn ? 'Your connected calendars' : 'Connected calendars'}
              className="divide-y divide-border"
            >
              {visibleCalendars.map((calendar) => (
                <CalendarRow key={calendar.id} calendar={calendar} isOwn={isOwn} />
              ))}
            </ul>
          )
        }}
      </QueryView>
      <div>
        <Button look="secondary" onClick={() => setConnecting(true)}>
          <CalendarSync aria-hidden />
          Connect a calendar
        </Button>
      </div>
      <Suspense fallback={null}>
        {isConnecting && calendars.data && (
          <ConnectDialog
            studio_id={studio_id}
            resources={resources}
            providers={calendars.data.providers}
            onClose={() => setConnecting(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

function CalendarRow({ calendar, isOwn }: { calendar: ConnectedCalendar; isOwn: boolean }) {
  const readCalendar = useReadCalendar()
  const disconnect = useDisconnectCalendar()
  const renew = useRenewGrant()
  usePageReturn(renew.reset)
  const { id, label, host, resource_name, kind, needs_consent, is_own, ended_at } = calendar
  const provider = kind === 'ics' || kind === 'caldav' ? null : calendarProviderNames[kind]
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 text-sm">
      <div className="grid min-w-0 gap-1">
        <span className="font-medium">{isOwn ? label : `${resource_name}: ${label}`}</span>
        <span className="break-words text-muted-foreground">{provider === null ? host : `${provider}: ${host}`}</span>
        <CalendarState calendar={calendar} />
        {kind !== 'ics' && ended_at === null && <CalendarUses calendar={calendar} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {needs_consent && is_own && (
          <Button
            size="small"
            aria-label={`Connect ${label} again`}
            pending={renew.isPending || renew.isSuccess}
            pendingText={`Opening ${provider}...`}
            onClick={() => renew.mutate({ id }, { onSuccess: ({ url }) => window.location.assign(url) })}
          >
            Connect again
          </Button>
        )}
        {!needs_consent && ended_at === null && (
          <Button
            look="secondary"
            size="small"
            aria-label={`Read ${label} now`}
            pending={readCalendar.isPending}
            pendingText="Reading..."
            onClick={() => readCalendar.mutate({ id })}
          >
            <RefreshCw aria-hidden />
            Read now
          </Button>
        )}
        <ConfirmButton
          trigger="Disconnect"
          size="small"
          title={`Disconnect ${label}`}
          cancelLabel="Keep calendar"
          confirmLabel="Disconnect"
          description={`Its times can be booked again. Booked sessions are not affected${calendar.receives ? ', and those in this calendar stay there' : ''}.`}
          isPending={disconnect.isPending}
          onConfirm={() => disconnect.mutateAsync({ id })}
        />
      </div>
    </li>
  )
}

/** Whether a calendar of an account blocks time, and whether it receives sessions. */
function CalendarUses({ calendar }: { calendar: ConnectedCalendar }) {
  const update = useUpdateCalendar()
  const { id, label, blocks, receives } = calendar
  const checkboxes = [
    { name: 'Blocks time', checked: blocks, change: { blocks: !blocks } },
    { name: 'Receives confirmed sessions', checked: receives, change: { receives: !receives } },
  ]
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="sr-only">Use of {label}</legend>
      {checkboxes.map(({ name, checked, change }) => (
        <label key={name} className="flex min-h-9 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-primary"
            checked={checked}
            disabled={update.isPending}
            onChange={() => update.mutate({ id, ...change })}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

/** When a calendar was last read, how many busy times it has, and why reading or writing failed. */
function CalendarState({ calendar }: { calendar: ConnectedCalendar }) {
  const { checked_at, read_at, problem, times_count, is_cut, blocks, write_problem, ended_at } = calendar
  if (ended_at !== null) return <EndedState ended_at={ended_at} />
  if (checked_at === null) return <span className="text-muted-foreground">First reading...</span>
  return (
    <>
      {read_at !== null && (
        <span className="text-muted-foreground">
          {blocks ? timesText(times_count) : 'Blocks no time'}, read <RelativeTime at={read_at} />
        </span>
      )}
      {is_cut && <span>Only the first {CALENDAR_TIMES_MAX.toLocaleString('en')} busy times are used.</span>}
      {write_problem !== null && (
        <span className="text-cancelled">Sessions could not be added. {write_problem} We will try again.</span>
      )}
      {problem !== null && (
        <span className="text-cancelled">
          {problem} {read_at !== null && 'The busy times that we read last still block time.'}
        </span>
      )}
    </>
  )
}

/** Shown if the person who connected the calendar no longer works at the desk. */
const EndedState = ({ ended_at }: { ended_at: string }) => (
  <span className="text-cancelled">
    The person who connected it stopped working at your front desk <RelativeTime at={ended_at} />, so it is no longer
    read. The busy times that we read last still block time. Connect the calendar again, then disconnect this one.
  </span>
)

const timesText = (count: number) => (count === 1 ? '1 upcoming busy time' : `${count} upcoming busy times`)
