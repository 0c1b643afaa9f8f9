import type { PlatformMessage } from '@studiohub/contract/features/admin/schema.ts'
import { getMessageProblem, messageLabel, messageStateLabels } from '@studiohub/contract/features/messages/words.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt, todayIn } from '@studiohub/contract/shared/instants.ts'
import { Check } from 'lucide-react'
import { messageTones } from '#features/messages/shared/tones.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { browserTimeZone } from '#lib/page/browser-time.ts'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { formatDateTime, formatDay } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Table } from '#ui/table.tsx'
import { useRetryEmail } from '../emails-api.ts'
import { groupByDay } from '../model/audit-days.ts'

const PLATFORM = 'Platform'

/** The titles of the days, such as 'Today', by the id of the newest email of each. @param rows newest first */
function listDayTitles(rows: readonly PlatformMessage[], zone: string, now: Date) {
  const entries = rows.map(({ id, created_at }) => ({ id, at: created_at }))
  const titles = new Map<string, string>()
  const days = groupByDay(entries, { zone, today: todayIn(zone, now), isRepetition: () => false })
  for (const day of days) {
    const [newest] = day.rows
    if (newest) titles.set(newest[0].id, day.title)
  }
  return titles
}

/** The emails of the log, newest first, in groups by day. A failed one can be retried. */
export function EmailTable({ rows }: { rows: readonly PlatformMessage[] }) {
  const dayTitles = listDayTitles(rows, browserTimeZone(), useNow())
  return (
    <Table
      framed
      label="Email log"
      rows={rows}
      keyOf={({ id }) => id}
      lineAbove={({ id }) => {
        const text = dayTitles.get(id)
        return text === undefined ? null : { text, isNarrowOnly: false }
      }}
      columns={[
        { name: 'When', narrow: 'hidden', cell: (row) => <RelativeTime at={row.created_at} /> },
        { name: 'To', narrow: 'title', cell: (row) => <Recipient email={row} /> },
        { name: 'Studio', narrow: 'hidden', cell: ({ studio_name }) => <StudioName name={studio_name} /> },
        { name: 'About', narrow: 'meta', cell: (row) => <Subject email={row} /> },
        { name: 'State', narrow: 'corner', cell: (row) => <State email={row} /> },
        { name: 'Problem', isNarrowOnly: true, narrow: 'below', cell: (row) => <Problem email={row} /> },
        {
          name: 'Actions',
          hideName: true,
          align: 'end',
          narrow: 'end',
          cell: (row) => (row.state === 'failed' ? <Retry email={row} /> : row.state === 'sent' && <SentMark />),
        },
      ]}
    />
  )
}

/** In a narrow row, of which the state has no visible text then. */
const SentMark = () => <Check aria-hidden className="ml-2 size-4 text-muted-foreground @3xl:hidden" />

const StudioName = ({ name }: { name: string | null }) => (
  <span title={name ?? undefined} className="@3xl:block @3xl:max-w-40 @3xl:truncate">
    {name ?? PLATFORM}
  </span>
)

function Recipient({ email }: { email: PlatformMessage }) {
  const { recipient_name, recipient_email, studio_name } = email
  const text = [recipient_name, recipient_email].filter(Boolean).join(', ')
  return (
    <span title={text} className="@3xl:grid @3xl:max-w-64 @3xl:grid-cols-1 @3xl:*:truncate @4xl:min-w-40 @5xl:min-w-52">
      <span>{recipient_name ?? recipient_email ?? 'Deleted account'}</span>
      {recipient_name && recipient_email && (
        <span className="text-xs text-muted-foreground @max-3xl:hidden">{recipient_email}</span>
      )}
      {/* A narrow row has no column for the studio. */}
      <span className="text-xs font-normal text-muted-foreground @3xl:hidden"> · {studio_name ?? PLATFORM}</span>
    </span>
  )
}

/** 'Nov 21, 14:05' */
function formatShortly(instant: string, zone: string): string {
  const { date, time } = localAt(instant, zone)
  return `${formatDay(date)}, ${timeText(time)}`
}

function Subject({ email }: { email: PlatformMessage }) {
  const { created_at, starts_at, sender_name, studio_name, studio_timezone } = email
  const zone = studio_timezone ?? browserTimeZone()
  const session = starts_at && formatDateTime(starts_at, zone)
  const label = sender_name ? `New message from ${sender_name}` : messageLabel(email)
  return (
    <span
      title={label}
      className="@max-3xl:flex @3xl:grid @3xl:max-w-72 @3xl:min-w-28 @3xl:grid-cols-1 @4xl:min-w-36 @5xl:max-w-md @5xl:min-w-48"
    >
      <span className="@max-3xl:truncate @3xl:line-clamp-2">
        {sender_name !== null && sender_name === studio_name ? (
          // The first line of a narrow row has the studio already.
          <>
            New message<span className="@max-3xl:hidden"> from {sender_name}</span>
          </>
        ) : (
          label
        )}
        {/* Without the year, with which a narrow row would cut the time of the email. */}
        {session && <span className="@3xl:hidden">, {formatShortly(starts_at, zone)}</span>}
      </span>
      {session && <span className="truncate text-xs text-muted-foreground @max-3xl:hidden">Session of {session}</span>}
      <span className="shrink-0 whitespace-pre @3xl:hidden">
        {' · '}
        <RelativeTime at={created_at} />
      </span>
    </span>
  )
}

/** The state with the number of attempts, if there were several, and why the email was not sent. */
function State({ email }: { email: PlatformMessage }) {
  const problem = describeProblem(email)
  const isFailed = email.state === 'failed'
  return (
    // The reason of a skipped email is beside its state, so that all rows have one height. The one of a failed email is whole.
    <span
      title={problem}
      className={cx(
        email.state !== 'sent' && '@max-3xl:pl-2',
        '@3xl:flex @3xl:max-w-96 @3xl:items-center @3xl:gap-2',
        isFailed && '@3xl:flex-wrap',
        // Only a reason needs space. Without one, the subject gets it.
        problem && '@5xl:min-w-56',
      )}
    >
      {isFailed || email.state === 'waiting' ? (
        <Badge tone={messageTones[email.state]}>{messageStateLabels[email.state]}</Badge>
      ) : (
        <span className={cx('text-muted-foreground', email.state === 'sent' && '@max-3xl:sr-only')}>
          {messageStateLabels[email.state]}
        </span>
      )}
      {problem && (
        <span
          className={cx(
            'min-w-0 text-xs text-muted-foreground first-letter:uppercase @max-3xl:hidden',
            isFailed ? 'wrap-anywhere' : '@3xl:line-clamp-2',
          )}
        >
          {problem}
        </span>
      )}
    </span>
  )
}

const describeProblem = (email: PlatformMessage) =>
  [email.tries > 1 && `${email.tries} tries`, getMessageProblem(email)].filter(Boolean).join(': ')

/** The attempts and the reason in a narrow row. */
function Problem({ email }: { email: PlatformMessage }) {
  const problem = describeProblem(email)
  return problem && <span className="block wrap-anywhere first-letter:uppercase">{problem}</span>
}

function Retry({ email }: { email: PlatformMessage }) {
  const retry = useRetryEmail()
  return (
    <Button size="small" look="secondary" pending={retry.isPending} onClick={() => retry.mutate({ id: email.id })}>
      Send again
      <span className="sr-only">
        : {messageLabel(email)}, {email.recipient_name ?? email.recipient_email}
      </span>
    </Button>
  )
}
