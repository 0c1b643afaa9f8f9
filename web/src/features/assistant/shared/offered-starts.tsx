import type { OfferedStart } from '@studiohub/contract/features/assistant/chat/schema.ts'
import { canCreateBooking } from '@studiohub/contract/features/bookings/policy.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { Link } from 'react-router'
import { toActor, useActiveStudio } from '#features/profile/api.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'

/** The free times of an answer as links to the booking form, for people who may book. Past times are left out. */
export function OfferedStarts({ starts }: { starts: readonly OfferedStart[] }) {
  const { me, studio } = useActiveStudio()
  const now = useNow()
  if (!studio || !canCreateBooking(toActor(me), studio.id)) return null
  const localNow = localAt(now.toISOString(), studio.timezone)
  const futureStarts = starts.filter(({ date, time }) => `${date} ${time}` > `${localNow.date} ${localNow.time}`)
  const days = [...new Set(futureStarts.map(({ date }) => date))]
  const bookings = me.role === 'client' ? paths.clientBookings(studio.slug) : paths.studioBookings
  return days.map((day) => (
    <div key={day} className="flex flex-wrap items-center gap-2">
      <span className="basis-full text-sm text-muted-foreground">{formatWeekdayAndDay(day)}</span>
      {futureStarts
        .filter(({ date }) => date === day)
        .map((start) => (
          <ButtonLink key={start.time} look="secondary" size="small" className="tabular-nums max-md:min-h-11">
            <Link
              to={paths.withOpen(bookings, { new: 'booking', day, time: start.time })}
              aria-label={`Book ${formatWeekdayAndDay(day)}, ${timeText(start.time)}`}
            >
              {timeText(start.time)}
            </Link>
          </ButtonLink>
        ))}
    </div>
  ))
}
