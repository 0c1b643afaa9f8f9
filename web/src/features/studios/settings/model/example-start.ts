import { todayIn } from '@studiohub/contract/shared/instants.ts'

// More than the longest step of a policy.
const EXAMPLE_DAYS = 40
const EXAMPLE_TIME = '15:00'

/** The start of the example session of a cancellation policy, always at the same time of day. @returns ISO 8601 in UTC */
export function exampleStart(now: Date, zone: string): string {
  const day = Temporal.PlainDate.from(todayIn(zone, now)).add({ days: EXAMPLE_DAYS })
  return day.toZonedDateTime({ timeZone: zone, plainTime: EXAMPLE_TIME }).toInstant().toString()
}
