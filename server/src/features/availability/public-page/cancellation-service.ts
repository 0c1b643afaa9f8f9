import { fail } from '@studiohub/contract/errors.ts'
import type { PublicCancellation, PublicCancellationQuery } from '@studiohub/contract/features/availability/schema.ts'
import { getCancellationDeadline, isTooLateToCancel } from '@studiohub/contract/features/bookings/rules.ts'
import { cancellationText } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import type { CancellationPolicy } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import { getFormats } from '@studiohub/contract/shared/countries.ts'
import { dateFormat, type Formats, timeText } from '@studiohub/contract/shared/formats.ts'
import { instantAt, localAt, wireInstant } from '@studiohub/contract/shared/instants.ts'
import { resolveStudio } from '#features/studios/queries.ts'
import { asActor } from '#platform/db/actor.ts'
import { countLookup, type VisitorRequest } from '../public-service.ts'
import { getPublicPage } from './queries.ts'

type Start = { day: string; time: string }
type StudioRules = { timezone: string; cancellation_policy: CancellationPolicy; cancellation_cutoff_hours: number }

/** The cost of cancelling a session, by time, for visitors of an active studio. */
export async function getPublicCancellation(
  { slug, ...start }: PublicCancellationQuery,
  visitor: VisitorRequest,
): Promise<PublicCancellation> {
  await countLookup(visitor)
  return asActor(visitor.caller, async (tx) => {
    const studio = (await resolveStudio(tx, { slug: slug.toLowerCase() })) ?? fail('NOT_FOUND')
    const page = (await getPublicPage(tx, studio.id)) ?? fail('NOT_FOUND')
    const text = describeCancellationAt(start, page, getFormats(page.country), visitor.now)
    return { text: text ?? fail('TIME_DOES_NOT_EXIST') }
  })
}

const dayName = dateFormat({ weekday: 'short', month: 'short', day: 'numeric' })

/**
 * The studio's policy with the times of one session: 'Free cancellation until Tue, Nov 24, 14:00, then 50% of the price'.
 * Null if the time does not exist in the studio's time zone. Fees are percentages, because a discount code may still change
 * the price.
 */
export function describeCancellationAt(
  { day, time }: Start,
  studio: StudioRules,
  formats: Formats,
  now: Date,
): string | null {
  const { timezone, cancellation_policy: policy, cancellation_cutoff_hours: cutoff } = studio
  const instant = instantAt(day, time, timezone)
  if (!instant) return null
  const starts_at = wireInstant(instant)
  if (isTooLateToCancel(starts_at, cutoff, now)) return 'This session is too soon to be cancelled online'
  const words = {
    time: (at: string) => {
      const { date, time } = localAt(at, timezone)
      return `${dayName(date, formats)}, ${timeText(time, formats)}`
    },
    money: () => '',
  }
  return cancellationText(
    { starts_at, until: getCancellationDeadline(starts_at, cutoff), price_minor: null, policy },
    now,
    words,
  )
}
