import { localAt } from '@studiohub/contract/shared/instants.ts'

// Both halves of the year, and the weeks in which only one of two countries has changed its clocks.
const clockSamples = ['01-15', '03-20', '04-10', '07-15', '10-30']

/** Whether the clocks of two time zones show the same all year, as in Amsterdam and Berlin. */
export function isSameClock(a: string, b: string, year: number) {
  return clockSamples.every((day) => {
    const noon = `${year}-${day}T12:00:00Z`
    return localAt(noon, a).time === localAt(noon, b).time
  })
}
