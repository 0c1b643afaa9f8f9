import type { DayOff } from '@studiohub/contract/features/resources/days-off/schema.ts'
import { CalendarOff, Trash2 } from 'lucide-react'
import { Fragment, lazy, Suspense, useState } from 'react'
import { Button, IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { useDaysOff, useDeleteDayOff, useLiveDaysOff } from '../days-off-api.ts'
import { daysOffText } from './days-off-text.ts'

const DayOffDialog = lazy(async () => ({ default: (await import('./day-off-dialog.tsx')).DayOffDialog }))

type DaysOffListProps = {
  studio_id: string
  /** The current day at the studio, `yyyy-MM-dd`. */
  today: string
  /** The people whose days off are shown and can be changed. */
  people: readonly { id: string; name: string }[]
  /** Whether these are the user's own days off. Then no name is shown. */
  isOwn?: boolean
  /** Shown if there are no days off. */
  emptyText: string
}

/** Current and future days off of people, with buttons to add and remove them. */
export function DaysOffList({ studio_id, today, people, isOwn = false, emptyText }: DaysOffListProps) {
  useLiveDaysOff()
  const daysOff = useDaysOff(studio_id)
  const remove = useDeleteDayOff()
  const [isAdding, setAdding] = useState(false)
  const personName = ({ resource_id }: DayOff) => people.find(({ id }) => id === resource_id)?.name
  return (
    <div className="grid grid-cols-1 gap-3">
      <QueryView query={daysOff} loadingText="Loading days off..." errorTitle="Failed to load days off">
        {(all) => {
          const shown = all.filter(personName)
          if (shown.length === 0) return <p className="text-sm text-muted-foreground">{emptyText}</p>
          return (
            <ul aria-label="Days off" className="divide-y divide-border">
              {shown.map((entry) => (
                <li
                  key={entry.id}
                  className={cx('flex items-center justify-between gap-3 py-2 text-sm', !isOwn && 'md:px-3')}
                >
                  <span className="min-w-0 wrap-anywhere">
                    {!isOwn && <span className="font-medium">{personName(entry)}: </span>}
                    <DaysOffText>{daysOffText(entry)}</DaysOffText>
                    {entry.note && <span className="block text-muted-foreground">{entry.note}</span>}
                  </span>
                  <IconButton
                    className="-mr-3"
                    name={`Remove ${isOwn ? '' : `${personName(entry)}, `}${daysOffText(entry)}`}
                    disabled={remove.isPending}
                    onClick={() => remove.mutate({ id: entry.id })}
                  >
                    <Trash2 aria-hidden />
                  </IconButton>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryView>
      <div>
        <Button look="secondary" onClick={() => setAdding(true)}>
          <CalendarOff aria-hidden />
          Add days off
        </Button>
      </div>
      {isAdding && (
        <Suspense fallback={null}>
          <DayOffDialog studio_id={studio_id} today={today} people={people} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** A range breaks only between its two dates. */
const DaysOffText = ({ children: text }: { children: string }) => (
  <span className="tabular-nums">
    {text.split(/(?<= –) /).map((part, index) => (
      <Fragment key={part}>
        {index > 0 && ' '}
        <span className="whitespace-nowrap">{part}</span>
      </Fragment>
    ))}
  </span>
)
