import type { Activity } from '@studiohub/contract/features/admin/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useNow } from '#lib/hooks/use-now.ts'
import { createTimeFormatter, formatDateTime } from '#lib/page/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { describeChange, type FieldChange, listChanges, summarizeChanges } from '../model/activity.ts'
import { groupByDay, isSameAction, type RowOf } from '../model/audit-days.ts'
import { isNewObject, listNewFields, summarizeNewObject } from '../model/new-objects.ts'
import { getStudioPath, subjectText } from '../model/subjects.ts'

type ActivityRowsProps = { entries: readonly Activity[]; timezone: string }

/** A studio's activity, grouped by day. A click on a row opens the changes. */
export function ActivityRows({ entries, timezone }: ActivityRowsProps) {
  const today = todayIn(timezone, useNow())
  const days = groupByDay(entries, { zone: timezone, today, isRepetition: isSameAction })
  return (
    <section aria-label="Activity" className="@container grid gap-6">
      {days.map(({ date, title, rows }) => (
        <div key={date} className="grid gap-2">
          <h2 className="text-sm font-semibold">{title}</h2>
          <ul className="divide-y divide-border rounded-md border border-border bg-card">
            {rows.map((row) => (
              <Row key={row[0].id} row={row} timezone={timezone} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

const nameActor = ({ actor_id, actor_name }: Activity) => actor_name ?? (actor_id ? 'No name' : 'StudioHub')

// The links are above the summary, whose click area is the whole line. A link inside a summary could not be reached alone.
const lineClasses =
  'grid min-h-14 py-1 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 pr-9 pl-3 text-sm @3xl:h-11 @3xl:gap-x-3 @3xl:pr-10 @3xl:pl-4 @3xl:min-h-0 @3xl:py-0 @3xl:grid-cols-[auto_8rem_minmax(0,1fr)_minmax(0,18rem)_4.5rem]'

function Row({ row, timezone }: { row: RowOf<Activity>; timezone: string }) {
  const [entry] = row
  const actor = nameActor(entry)
  const action = describeChange(entry)
  const { summary, changes } = describeEntry(entry, timezone)
  const isOne = row.length === 1
  const canOpen = !isOne || changes.length > 0
  return (
    <li className="group relative">
      <div className={lineClasses}>
        <Avatar src={null} name={actor} small />
        <span className="truncate text-muted-foreground @max-3xl:hidden">{actor}</span>
        <span className="grid min-w-0 @3xl:flex @3xl:items-center @3xl:gap-2">
          <span className="flex min-w-0 shrink-0 items-center gap-2 font-medium">
            <span className="truncate">{action}</span>
            {!isOne && <Badge>{row.length} times</Badge>}
          </span>
          <span className="flex min-w-0 items-baseline gap-1 @max-3xl:text-xs">
            {/* A narrow row has the avatar, so that the subject is not cut. */}
            <span className="sr-only @3xl:hidden">{actor}</span>
            {isOne && <Subject entry={entry} />}
          </span>
        </span>
        <span className="truncate text-muted-foreground @max-3xl:hidden">{isOne && summary}</span>
        <time
          dateTime={entry.at}
          title={formatDateTime(entry.at, timezone)}
          className="text-right text-xs whitespace-nowrap text-muted-foreground tabular-nums"
        >
          {createTimeFormatter(timezone)(entry.at)}
        </time>
      </div>
      {canOpen && (
        <details>
          <summary className="absolute inset-x-0 top-0 flex h-14 cursor-pointer items-center justify-end px-4 hover:bg-foreground/5 @3xl:h-11">
            <span className="sr-only">Details of {action}</span>
            <ChevronRight
              aria-hidden
              className="size-4 text-muted-foreground transition duration-150 group-has-[details[open]]:rotate-90"
            />
          </summary>
          <ul className="grid gap-4 border-t border-border px-4 py-4 @3xl:pl-14">
            {row.map((part) => (
              <li key={part.id} className="grid gap-2 text-sm">
                {!isOne && (
                  <p className="flex flex-wrap items-baseline gap-x-2">
                    <span className="text-muted-foreground tabular-nums">{createTimeFormatter(timezone)(part.at)}</span>
                    <Subject entry={part} />
                  </p>
                )}
                <Changes changes={describeEntry(part, timezone).changes} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

/** What an entry is about, as a link if it has a page. */
function Subject({ entry: { subject, at } }: { entry: Activity }) {
  if (!subject) return null
  const path = getStudioPath(subject)
  const text = subjectText(subject, at)
  if (!path) return <span className="wrap-anywhere @3xl:truncate">{text}</span>
  return (
    <Link
      to={path}
      className="relative z-1 min-w-0 py-1 text-balance wrap-anywhere underline-offset-4 hover:underline @3xl:truncate @3xl:text-link @max-3xl:text-muted-foreground @max-3xl:underline"
    >
      {text}
    </Link>
  )
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return null
  return (
    <dl className="grid gap-x-6 gap-y-2 @md:grid-cols-[9rem_minmax(0,1fr)]">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="contents">
          <dt className="text-muted-foreground @max-md:text-xs">{field}</dt>
          <dd className="min-w-0 wrap-anywhere @max-md:-mt-2">
            {before !== '-' && (
              <>
                <del className="text-muted-foreground">{before}</del>
                {' → '}
              </>
            )}
            <ins className="no-underline">{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function describeEntry(entry: Activity, timezone: string): { summary: string; changes: readonly FieldChange[] } {
  const changes = listChanges(entry, timezone)
  if (!isNewObject(entry.before, changes)) {
    const summary = summarizeChanges(changes)
    return { summary: summary === 'Details' ? '' : summary, changes }
  }
  const fields = listNewFields(changes)
  return { summary: summarizeNewObject(fields) ?? '', changes: fields }
}
