import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { useBookingHistory } from '#features/bookings/history-api.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { describeChanges, describeEvent } from '../model/history-text.ts'

type BookingHistoryProps = { id: string; zone: string; services: readonly StudioService[] }

/** The history of a booking, newest first. @param zone the studio's time zone, for the times */
export function BookingHistory({ id, zone, services }: BookingHistoryProps) {
  const history = useBookingHistory(id)
  return (
    <section aria-labelledby="booking-history" className="grid gap-2 border-t border-border pt-4 text-sm">
      <h3 id="booking-history" className="font-semibold">
        History
      </h3>
      <QueryView
        query={history}
        loadingText="Loading the history..."
        errorTitle="Failed to load the history"
        empty={<p className="text-muted-foreground">No history yet.</p>}
      >
        {(entries) => (
          <ol className="grid gap-3 border-l border-border pl-3">
            {entries.map((entry) => (
              <li key={entry.id} className="grid gap-0.5">
                <p>{describeEvent(entry)}</p>
                {describeChanges(entry, services).map((line) => (
                  <p key={line} className="whitespace-pre-line text-muted-foreground tabular-nums">
                    {line}
                  </p>
                ))}
                <time dateTime={entry.at} className="text-xs text-muted-foreground">
                  {formatDateTime(entry.at, zone)}
                </time>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
      <ShowMore list={history} />
    </section>
  )
}
