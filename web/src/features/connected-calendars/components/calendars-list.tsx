import type { ConnectedCalendar } from '@studiohub/contract/features/connected-calendars/schema.ts'
import { CALENDAR_TIMES_MAX, calendarProviderNames } from '@studiohub/contract/features/connected-calendars/words.ts'
import { CalendarSync, RefreshCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { RelativeTime } from '#lib/page/relative-time.tsx'
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
import { useHandedConsent } from '../hooks/use-handed-consent.ts'

const ConnectDialog = lazy(async () => ({ default: (await import('./connect-dialog.tsx')).ConnectDialog }))
const ConsentDialog = lazy(async () => ({ default: (await import('./consent-dialog.tsx')).ConsentDialog }))

type CalendarsListProps = {
  studio_id: string
  /** The people or rooms whose calendars are shown and can be connected. */
  resources: readonly { id: string; name: string }[]
  /** Whether they belong to the user, so that no name is needed. */
  isOwn?: boolean
  emptyText: string
}

/** Connected calendars with their state, and a button to connect one. */
export function CalendarsList({ studio_id, resources, isOwn = false, emptyText }: CalendarsListProps) {
  const calendars = useConnectedCalendars(studio_id)
  const [isConnecting, setConnecting] = useState(false)
  const consent = useHandedConsent()
  const isShown = ({ resource_id }: ConnectedCalendar) => resources.some(({ id }) => id === resource_id)
  return (
    <div className="grid gap-3">
      <QueryView query={calendars} loadingText="Loading calendars..." errorTitle="Failed to load calendars">
        {({ items }) => {
          const shown = items.filter(isShown)
          if (shown.length === 0) return <p className="text-sm text-muted-foreground">{emptyText}</p>
          return (
            <ul aria-label="Connected calendars" className="divide-y divide-border">
              {shown.map((calendar) => (
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
        {consent.isBack && <ConsentDialog studio_id={studio_id} handed={consent.handed} onClose={consent.end} />}
      </Suspense>
    </div>
  )
}

function CalendarRow({ calendar, isOwn }: { calendar: ConnectedCalendar; isOwn: boolean }) {
  const read = useReadCalendar()
  const disconnect = useDisconnectCalendar()
  const renew = useRenewGrant()
  const { id, label, host, resource_name, kind, needs_consent, is_own } = calendar
  const provider = kind === 'ics' || kind === 'caldav' ? null : calendarProviderNames[kind]
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 text-sm">
      <div className="grid min-w-0 gap-1">
        <span className="font-medium">{isOwn ? label : `${resource_name}: ${label}`}</span>
        <span className="break-words text-muted-foreground">{provider === null ? host : `${provider}: ${host}`}</span>
        <CalendarState calendar={calendar} />
        {kind !== 'ics' && <CalendarUses calendar={calendar} />}
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
        {!needs_consent && (
          <Button
            look="secondary"
            size="small"
            aria-label={`Read ${label} now`}
            pending={read.isPending}
            pendingText="Reading..."
            onClick={() => read.mutate({ id })}
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
          description={`Its times can be booked again. Sessions that are booked stay${calendar.receives ? ', also those that were written into it' : ''}.`}
          isPending={disconnect.isPending}
          onConfirm={() => disconnect.mutateAsync({ id })}
        />
      </div>
    </li>
  )
}

/** What a calendar of an account is for. */
function CalendarUses({ calendar }: { calendar: ConnectedCalendar }) {
  const update = useUpdateCalendar()
  const { id, label, blocks, receives } = calendar
  const boxes = [
    { name: 'Blocks time', checked: blocks, change: { blocks: !blocks } },
    { name: 'Gets confirmed sessions', checked: receives, change: { receives: !receives } },
  ]
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="sr-only">What {label} is for</legend>
      {boxes.map(({ name, checked, change }) => (
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

/** When a calendar was last read, how many times it has, and why reading fails. */
function CalendarState({ calendar }: { calendar: ConnectedCalendar }) {
  const { checked_at, read_at, problem, times_count, is_cut, blocks, write_problem } = calendar
  if (checked_at === null) return <span className="text-muted-foreground">Reading it for the first time...</span>
  return (
    <>
      {read_at !== null && (
        <span className="text-muted-foreground">
          {blocks ? timesText(times_count) : 'Blocks no time'}, read <RelativeTime at={read_at} />
        </span>
      )}
      {is_cut && <span>Only the first {CALENDAR_TIMES_MAX.toLocaleString('en')} times count.</span>}
      {write_problem !== null && (
        <span className="text-cancelled">Sessions could not be written. {write_problem} It is tried again.</span>
      )}
      {problem !== null && (
        <span className="text-cancelled">
          {problem} {read_at !== null && 'The times that were read last still count.'}
        </span>
      )}
    </>
  )
}

const timesText = (count: number) => (count === 1 ? '1 busy time ahead' : `${count} busy times ahead`)
