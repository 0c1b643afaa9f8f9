import type { AuditEntry } from '@studiohub/contract/features/admin/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { ChevronRight, Cog, Globe } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useNow } from '#lib/hooks/use-now.ts'
import { browserTimeZone } from '#lib/page/browser-time.ts'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { createTimeFormatter, formatDateTime } from '#lib/page/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import {
  describeEntry,
  isNotFound,
  listChanges,
  listOtherChanges,
  NO_VALUE,
  summarizeFacts,
} from '../model/activity.ts'
import { type AuditRow, groupByDay, isRepetition } from '../model/audit-days.ts'
import { isNewObject, summarizeNewObject } from '../model/new-objects.ts'
import { getOperatorPath, splitSubject, subjectText } from '../model/subjects.ts'
import { SessionZonesNote } from './session-zones-note.tsx'

type OnFilter = (name: 'actor' | 'studio', id: string) => void

/** The entries of the audit log, grouped by day. A click on a row opens its details. */
export function AuditRows({ entries, onFilter }: { entries: readonly AuditEntry[]; onFilter: OnFilter }) {
  const zone = browserTimeZone()
  const days = groupByDay(entries, { zone, today: todayIn(zone, useNow()), isRepetition })
  return (
    <section aria-label="Audit log" className="@container grid gap-6">
      {days.map(({ date, title, rows }) => (
        <div key={date} className="grid gap-2">
          <h2 className="text-sm font-semibold">{title}</h2>
          <ul className="divide-y divide-border rounded-md border border-border bg-card">
            {rows.map((row) => (
              <li key={row[0].id}>
                <Row row={row} zone={zone} onFilter={onFilter} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

const listSessionZones = ({ subject, studio_timezone }: AuditEntry) =>
  subject?.start_time && studio_timezone !== null ? [studio_timezone] : []

type RowProps = { row: AuditRow; zone: string; onFilter: OnFilter }

function Row({ row, zone, onFilter }: RowProps) {
  const [entry] = row
  const actor = nameActor(entry)
  // The subject of a sign-in is its actor, so its name would be there twice.
  const subject = entry.subject && entry.subject.id !== entry.actor_id && (
    <SubjectText {...splitSubject(entry.subject, entry.at)} />
  )
  const times = row.length > 1 && `${row.length} times`
  const changes = listOtherChanges(entry, listChanges(entry, zone))
  const summary = (isNewObject(entry.before, changes) && summarizeNewObject(changes)) || summarizeFacts(changes)
  return (
    <details className="group">
      <summary className="grid min-h-14 cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 px-4 py-2 text-sm hover:bg-raised @3xl:min-h-11 @3xl:grid-cols-[auto_9rem_minmax(0,1fr)_11rem_6rem_auto] @3xl:gap-x-4">
        {entry.actor_id ? (
          <span className="flex @3xl:*:size-7">
            <Avatar src={null} name={actor} />
          </span>
        ) : (
          <span
            aria-hidden
            className="grid size-9 @3xl:size-7 place-items-center rounded-full border border-border text-muted-foreground"
          >
            {isVisitor(entry) ? <Globe className="size-4" /> : <Cog className="size-4" />}
          </span>
        )}
        <span className="truncate font-medium @max-3xl:hidden">{actor}</span>
        <span className="grid min-w-0 gap-0.5 @3xl:flex @3xl:items-baseline @3xl:gap-3">
          <span className="flex min-w-0 items-center gap-2">
            <span className="font-medium @max-3xl:line-clamp-2 @3xl:truncate">
              {describeEntry(entry)}
              {subject && <span className="font-normal text-muted-foreground @max-3xl:hidden"> · {subject}</span>}
            </span>
            <span className="flex shrink-0 gap-2 empty:hidden @max-3xl:hidden">
              {times && <Badge>{times}</Badge>}
              <OutcomeBadge entry={entry} />
            </span>
            {/* In a narrow row, where the second line then has space for the studio. */}
            <span className="ml-auto shrink-0 text-xs text-muted-foreground @3xl:hidden">
              <RelativeTime at={entry.at} />
            </span>
          </span>
          <span
            className={cx(
              'flex min-w-0 items-center gap-2 text-xs text-muted-foreground @3xl:flex-1 @3xl:basis-24',
              !summary && '@3xl:hidden',
            )}
          >
            <span className="line-clamp-2 @3xl:hidden">
              {actor}
              {(times || subject || summary) && <> · {times ? `${row.length}×` : subject || summary}</>}
              {entry.studio_name && ` · ${entry.studio_name}`}
            </span>
            <span className="shrink-0 empty:hidden @3xl:hidden">
              <OutcomeBadge entry={entry} />
            </span>
            {summary && <span className="truncate @max-3xl:hidden">{summary}</span>}
          </span>
        </span>
        <span className="truncate text-muted-foreground @max-3xl:hidden">{entry.studio_name}</span>
        <span className="text-right text-xs text-muted-foreground @max-3xl:hidden">
          <RelativeTime at={entry.at} />
        </span>
        <ChevronRight
          aria-hidden
          className="size-4 text-muted-foreground transition duration-150 group-open:rotate-90 @max-3xl:hidden"
        />
      </summary>
      <Details row={row} zone={zone} onFilter={onFilter} />
    </details>
  )
}

const SubjectText = ({ title, when }: ReturnType<typeof splitSubject>) => (
  <>
    {title}
    {when && (
      <>
        , <span className="whitespace-nowrap">{when}</span>
      </>
    )}
  </>
)

function OutcomeBadge({ entry }: { entry: AuditEntry }) {
  if (entry.outcome === 'done') return null
  return isNotFound(entry) ? <Badge>Not found</Badge> : <Badge tone="cancelled">Denied</Badge>
}

/** Calls of public pages, which people use without signing in. */
const isVisitor = ({ actor_id, action }: AuditEntry) =>
  actor_id === null &&
  (/^(marketing|partners)\./.test(action) ||
    ['bookings.createVisitorHold', 'terms.acceptPublic', 'session.open', 'user.sign_up_rejected'].includes(action))

const nameActor = (entry: AuditEntry) =>
  entry.actor_name ?? (entry.actor_id ? 'No name' : isVisitor(entry) ? 'A visitor' : 'The system')

function Details({ row, zone, onFilter }: RowProps) {
  const [entry, ...older] = row
  const { actor_id, studio_id, subject, at } = entry
  const subjectPath = subject && getOperatorPath(subject)
  return (
    <div className="grid gap-4 border-t border-border px-4 py-4 text-sm @3xl:pl-17">
      <dl className="grid gap-x-6 gap-y-2 @md:grid-cols-[9rem_minmax(0,1fr)]">
        <Fact name="Time">{formatDateTime(at, zone)}</Fact>
        {older.length > 0 && (
          <Fact name="Earlier">{older.map((entry) => createTimeFormatter(zone)(entry.at)).join(', ')}</Fact>
        )}
        {subject && (
          <Fact name="About">
            {subjectPath ? (
              <Link to={subjectPath} className="text-link underline-offset-4 hover:underline">
                {subjectText(subject, at)}
              </Link>
            ) : (
              subjectText(subject, at)
            )}
            <SessionZonesNote zones={listSessionZones(entry)} isOne />
          </Fact>
        )}
        {listChanges(entry, zone).map(({ field, before, after }) => (
          <Fact key={field} name={field}>
            {before !== NO_VALUE && (
              <>
                <del className="text-muted-foreground">{before}</del>
                {' → '}
              </>
            )}
            <ins className="no-underline">{after}</ins>
          </Fact>
        ))}
      </dl>
      <TechnicalDetails entry={entry} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {actor_id && (
          <Button size="small" look="secondary" onClick={() => onFilter('actor', actor_id)}>
            All by {entry.actor_name ?? 'this person'}
          </Button>
        )}
        {studio_id && (
          <Button size="small" look="secondary" onClick={() => onFilter('studio', studio_id)}>
            All at {entry.studio_name ?? 'this studio'}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The names and ids of the entry, which support and logs use. */
function TechnicalDetails({ entry: { action, object_type, object_id, request_id } }: { entry: AuditEntry }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer py-1 text-muted-foreground hover:text-foreground">
        Technical details
      </summary>
      <dl className="grid gap-x-6 gap-y-2 pt-2 @md:grid-cols-[9rem_minmax(0,1fr)]">
        <Fact name="Call">
          <code className="text-xs">{action}</code>
        </Fact>
        {object_id && (
          <Fact name="Object">
            <code className="text-xs">
              {object_type} {object_id}
            </code>
          </Fact>
        )}
        {request_id && (
          <Fact name="Request">
            <code className="text-xs">{request_id}</code>
          </Fact>
        )}
      </dl>
    </details>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-muted-foreground @max-md:text-xs">{name}</dt>
    <dd className="min-w-0 wrap-anywhere @max-md:-mt-2">{children}</dd>
  </div>
)
