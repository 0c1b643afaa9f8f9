import type { Activity } from '@studiohub/contract/features/admin/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { ChevronRight } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { Link } from 'react-router'
import { ZoneNote } from '#features/bookings/shared/zone-note.tsx'
import { useNow } from '#lib/hooks/use-now.ts'
import { createTimeFormatter, formatDateTime } from '#lib/page/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { type FieldChange, listChanges, NO_VALUE, type ServiceLabels } from '../model/activity.ts'
import {
  canShareSentence,
  describeActivity,
  OBJECTS_MAX,
  type SentenceEntry,
  sentenceText,
  uniqueObjects,
} from '../model/activity-sentence.ts'
import { groupByDay, type RowOf } from '../model/audit-days.ts'
import { isNewObject, listNewFields, summarizeNewObject } from '../model/new-objects.ts'
import { getStudioPath } from '../model/subjects.ts'

type ActivityRowsProps = { entries: readonly Activity[]; services: ServiceLabels; timezone: string }

/** A studio's activity in sentences, grouped by day. A click on a row opens the changes. */
export function ActivityRows({ entries, services, timezone }: ActivityRowsProps) {
  const today = todayIn(timezone, useNow())
  const sentences = entries.map((entry) => ({
    ...entry,
    services,
    sentence: describeActivity({ ...entry, services }, timezone),
  }))
  const days = groupByDay(sentences, { zone: timezone, today, isRepetition: canShareSentence })
  return (
    <section aria-label="Activity" className="@container grid gap-6">
      {days.map(({ date, title, rows }, index) => (
        <div key={date} className="grid gap-2">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="text-sm font-semibold">{title}</h2>
            {index === 0 && <ZoneNote zone={timezone} />}
          </div>
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

function Row({ row, timezone }: { row: RowOf<SentenceEntry>; timezone: string }) {
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const [entry] = row
  const isOne = row.length === 1
  const { summary, changes } = describeEntry(entry, timezone)
  const canOpen = !isOne || changes.length > 0
  return (
    <li>
      <div className="relative grid min-h-12 grid-cols-[auto_minmax(0,1fr)_auto] content-center items-start gap-x-3 px-3 py-2 text-sm @3xl:min-h-11 @3xl:items-center @3xl:pr-10 @3xl:pl-4">
        <Avatar src={null} name={entry.sentence.actor} small />
        <p className="min-w-0 wrap-anywhere @max-3xl:pt-1">
          <Sentence row={row} />
        </p>
        <p className="text-xs text-muted-foreground @max-3xl:contents @3xl:flex @3xl:min-w-0 @3xl:max-w-72 @3xl:flex-wrap @3xl:justify-end @3xl:gap-x-4">
          {isOne && summary && (
            <span className="wrap-anywhere @max-3xl:col-span-2 @max-3xl:col-start-2 @max-3xl:row-start-2">
              {summary}
            </span>
          )}
          <time
            dateTime={entry.at}
            title={formatDateTime(entry.at, timezone)}
            className="whitespace-nowrap tabular-nums @max-3xl:col-start-3 @max-3xl:row-start-1 @max-3xl:pt-1.5 @3xl:min-w-14 @3xl:text-right"
          >
            {createTimeFormatter(timezone)(entry.at)}
          </time>
        </p>
        {canOpen && (
          // Covers the row. The links of the sentence are above it. A narrow row has no space for the chevron.
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            aria-label={`Details: ${sentenceText(entry.sentence)}`}
            className="absolute inset-0 flex items-center justify-end px-3 hover:bg-foreground/5"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight
              aria-hidden
              className={cx(
                'size-4 text-muted-foreground transition duration-150 @max-3xl:hidden',
                isOpen && 'rotate-90',
              )}
            />
          </button>
        )}
      </div>
      {isOpen && (
        <ul id={detailsId} className="grid gap-4 border-t border-border px-4 py-4 @3xl:pl-14">
          {row.map((part) => (
            <li key={part.id} className="grid gap-2 text-sm">
              {!isOne && (
                <p className="flex flex-wrap items-baseline gap-x-2">
                  <span className="text-muted-foreground tabular-nums">{createTimeFormatter(timezone)(part.at)}</span>
                  <ObjectOf entry={part} />
                </p>
              )}
              <Changes changes={describeEntry(part, timezone).changes} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** 'Nora Lind invited Mina Park and Kai Moreau', with a link for each of them that has a page. */
function Sentence({ row }: { row: RowOf<SentenceEntry> }) {
  const [{ sentence }] = row
  const objects = uniqueObjects(row)
  const visibleObjects = objects.slice(0, OBJECTS_MAX)
  const hiddenCount = objects.length - visibleObjects.length
  return (
    <>
      <span className="font-medium">{sentence.actor}</span> {sentence.verb}
      {visibleObjects.map((entry, index) => (
        <Fragment key={entry.id}>
          {index === 0 ? ' ' : hiddenCount === 0 && index === visibleObjects.length - 1 ? ' and ' : ', '}
          <ObjectOf entry={entry} />
        </Fragment>
      ))}
      {hiddenCount > 0 && ` and ${hiddenCount} more`}
      {sentence.rest}
      {objects.length < row.length && (
        <>
          {' '}
          <Badge>{row.length} times</Badge>
        </>
      )}
    </>
  )
}

/** The object of a sentence, as a link if it has a page. */
function ObjectOf({ entry: { sentence, subject } }: { entry: SentenceEntry }) {
  if (!sentence.object) return null
  const { lead, text } = sentence.object
  const path = subject && getStudioPath(subject)
  if (!path) return `${lead}${text}`
  return (
    <>
      {lead}
      <Link
        to={path}
        className="relative z-1 text-link underline decoration-link/40 underline-offset-4 hover:decoration-current"
      >
        {text}
      </Link>
    </>
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
            {before !== NO_VALUE && (
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

function describeEntry(entry: SentenceEntry, timezone: string): { summary: string; changes: readonly FieldChange[] } {
  const changes = listChanges(entry, timezone)
  if (!isNewObject(entry.before, changes)) {
    // The sentence has the changes.
    return { summary: '', changes }
  }
  const fields = listNewFields(changes)
  return { summary: summarizeNewObject(fields) ?? '', changes: fields }
}
