import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { useBookingHistory } from '#features/bookings/history-api.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { describeChanges, describeEvent } from '../model/history-text.ts'

type BookingHistoryProps = { id: string; zone: string; services: readonly StudioService[] }

/** The history of a booking, newest first. Renders nothing if it is empty. @param zone the studio's time zone, for the times */
export function BookingHistory({ id, zone, services }: BookingHistoryProps) {
  const history = useBookingHistory(id)
  if (history.data?.length === 0) return null
  return (
    <section aria-labelledby="booking-history" className="grid gap-3 border-t border-border pt-4 text-sm">
      <h3 id="booking-history" className="font-semibold">
        History
      </h3>
      <QueryView query={history} loadingText="Loading the history..." errorTitle="Failed to load the history">
        {(entries) => (
          <ol className="grid">
            {entries.map((entry) => (
              <li key={entry.id} className="group grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
                <span aria-hidden className="grid grid-rows-[auto_1fr] justify-items-center pt-1.5">
                  <span className="size-2 rounded-full bg-muted-foreground group-first:bg-link" />
                  <span className="mt-1 w-px bg-border group-last:hidden" />
                </span>
                <div className="grid gap-0.5 pb-4 group-last:pb-0">
                  <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                    <span className="font-medium">{describeEvent(entry)}</span>
                    <time dateTime={entry.at} className="text-xs text-muted-foreground tabular-nums">
                      {formatDateTime(entry.at, zone)}
                    </time>
                  </p>
                  {describeChanges(entry, services).map((line) => (
                    <p key={line} className="whitespace-pre-line text-muted-foreground tabular-nums">
                      {line}
                    </p>
                  ))}
                </div>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
      <ShowMore list={history} />
    </section>
  )
}
