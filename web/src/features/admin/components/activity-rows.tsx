import type { Activity } from '@studiohub/contract/features/admin/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { ArrowRight, ChevronRight } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { Link } from 'react-router'
import { ZoneNote } from '#features/bookings/shared/zone-note.tsx'
import { useNow } from '#lib/hooks/use-now.ts'
import { createTimeFormatter, formatDateTime } from '#lib/page/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { wholeRowClasses, wholeWideRowClasses } from '#ui/table.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
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

/**
 * A studio's activity in sentences, grouped by day. A click on a row opens the changes; a row without any opens the page of its
 * object. A narrow row with one object opens its page, and has a button for the changes.
 */
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

type RowProps = {
  row: RowOf<SentenceEntry>
  timezone: string
}

/** Who did what, and when, in one line. In a narrow container the person and the time are above the rest. */
function Row({ row, timezone }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const isPhone = useIsPhone()
  const [entry] = row
  const { summary, changes } = describeEntry(entry, timezone)
  const canOpen = row.length > 1 || changes.length > 0
  const isNarrowLink = uniqueObjects(row).length === 1 && getObjectPath(entry) !== null
  const isWholeLink = isNarrowLink && !canOpen
  return (
    <li>
      <div
        className={cx(
          'relative grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-3 px-3 py-2 text-sm',
          '@3xl:min-h-11 @3xl:pr-10 @3xl:pl-4',
          (canOpen || isWholeLink) && '@max-3xl:pr-10',
          isNarrowLink && '@max-3xl:hover:bg-foreground/5',
          isWholeLink && '@3xl:hover:bg-foreground/5',
        )}
      >
        <span className="flex @max-3xl:row-span-2">
          <Avatar src={null} name={entry.sentence.actor} small />
        </span>
        <p className="min-w-0 wrap-anywhere @max-3xl:contents">
          <span className="font-medium @max-3xl:truncate">{entry.sentence.actor}</span>{' '}
          {/* The details have the whole sentence. */}
          <span
            className={cx(
              'text-muted-foreground @max-3xl:col-span-2 @max-3xl:col-start-2 @max-3xl:row-start-2',
              canOpen && '@max-3xl:line-clamp-3',
            )}
          >
            <Predicate row={row} links={isWholeLink ? 'whole' : isNarrowLink ? 'row' : isPhone ? 'none' : 'inline'} />
            {row.length === 1 && summary && <span className="text-xs @max-3xl:hidden"> · {summary}</span>}
          </span>
        </p>
        <time
          dateTime={entry.at}
          title={formatDateTime(entry.at, timezone)}
          className="text-xs whitespace-nowrap text-muted-foreground tabular-nums @max-3xl:col-start-3 @max-3xl:row-start-1 @3xl:min-w-14 @3xl:text-right"
        >
          {createTimeFormatter(timezone)(entry.at)}
        </time>
        {isWholeLink && (
          <ArrowRight aria-hidden className="absolute inset-y-0 right-3 my-auto size-4 text-muted-foreground" />
        )}
        {canOpen && (
          // Covers the row, below the links of the sentence. In a narrow row with a link it is only at the end.
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            aria-label={`Details: ${sentenceText(entry.sentence)}`}
            className={cx(
              'absolute inset-0 flex items-center justify-end px-3 hover:bg-foreground/5',
              isNarrowLink && '@max-3xl:left-auto @max-3xl:w-12',
            )}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight
              aria-hidden
              className={cx('size-4 text-muted-foreground transition duration-150', isOpen && 'rotate-90')}
            />
          </button>
        )}
      </div>
      {isOpen && <Details id={detailsId} row={row} timezone={timezone} />}
    </li>
  )
}

/** The changes of each entry of a row. */
function Details({ id, row, timezone }: { id: string; row: RowOf<SentenceEntry>; timezone: string }) {
  const isOne = row.length === 1
  return (
    <ul id={id} className="grid gap-4 border-t border-border px-4 py-4 @3xl:pl-14">
      {row.map((entry) => (
        <li key={entry.id} className="grid gap-2 text-sm">
          {isOne ? (
            <p className="wrap-anywhere @3xl:hidden">{sentenceText(entry.sentence)}</p>
          ) : (
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-muted-foreground tabular-nums">{createTimeFormatter(timezone)(entry.at)}</span>
              <ObjectOf entry={entry} links="inline" />
            </p>
          )}
          <Changes changes={describeEntry(entry, timezone).changes} />
        </li>
      ))}
    </ul>
  )
}

/** How objects are links. `row`: as `inline`, but in a narrow row the link covers the row. `whole`: it always does. */
type Links = 'whole' | 'row' | 'inline' | 'none'

/** 'invited Mina Park and Kai Moreau', with a link for each of them that has a page. */
function Predicate({ row, links }: { row: RowOf<SentenceEntry>; links: Links }) {
  const [{ sentence }] = row
  const objects = uniqueObjects(row)
  const visibleObjects = objects.slice(0, OBJECTS_MAX)
  const hiddenCount = objects.length - visibleObjects.length
  return (
    <>
      {sentence.verb}
      {visibleObjects.map((entry, index) => (
        <Fragment key={entry.id}>
          {index === 0 ? ' ' : hiddenCount === 0 && index === visibleObjects.length - 1 ? ' and ' : ', '}
          <ObjectOf entry={entry} links={links} />
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

/** The page of the object of a sentence. */
const getObjectPath = ({ sentence, subject }: SentenceEntry): string | null =>
  sentence.object && subject && getStudioPath(subject)

// Weight and color set objects apart from the sentence. Underlines in every row would be louder than the names.
const objectClasses = 'font-medium text-foreground'

const linkClasses: Record<Exclude<Links, 'none'>, string> = {
  inline: cx(objectClasses, 'relative z-1 underline-offset-4 hover:underline'),
  // The text of a narrow row may be cut, and its outline with it. So the area of the link has the outline.
  row: cx(
    objectClasses,
    '@3xl:relative @3xl:z-1 @3xl:underline-offset-4 @3xl:hover:underline',
    '@max-3xl:focus-visible:outline-none @max-3xl:focus-visible:after:outline-2 @max-3xl:focus-visible:after:-outline-offset-2 @max-3xl:focus-visible:after:outline-link',
    wholeRowClasses,
  ),
  whole: cx(
    objectClasses,
    'underline-offset-4 @3xl:hover:underline',
    'focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-link',
    wholeWideRowClasses,
  ),
}

/** The object of a sentence, as a link if it has a page. */
function ObjectOf({ entry, links }: { entry: SentenceEntry; links: Links }) {
  if (!entry.sentence.object) return null
  const { lead, text } = entry.sentence.object
  const path = getObjectPath(entry)
  if (!path || links === 'none') {
    return (
      <>
        {lead}
        <span className={objectClasses}>{text}</span>
      </>
    )
  }
  return (
    <>
      {lead}
      <Link to={path} className={linkClasses[links]}>
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
