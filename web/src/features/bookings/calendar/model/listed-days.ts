import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { getDays } from './periods.ts'
import { getChosenDay, type UrlState } from './view-in-url.ts'

/** The days of the agenda: the chosen day; in a week, also the later days of that week. */
export function getListedDays(urlState: UrlState, { studio, today }: { studio: Studio; today: string }): string[] {
  const chosenDay = getChosenDay(urlState, today)
  if (urlState.view !== 'week') return [chosenDay]
  return getDays('week', chosenDay, studio.week_starts_on).filter((day) => day >= chosenDay)
}
