import { plusDays } from '@studiohub/contract/shared/instants.ts'

type DateRange = { from: string; to: string }

const startOfMonth = (date: string) => `${date.slice(0, 7)}-01`
const endOfPreviousMonth = (date: string) => plusDays(startOfMonth(date), -1)

/** The first day of the quarter of a date. */
function startOfQuarter(date: string): string {
  const month = Number(date.slice(5, 7))
  const first = month - ((month - 1) % 3)
  return `${date.slice(0, 4)}-${String(first).padStart(2, '0')}-01`
}

const DAYS_PER_YEAR = 365

/** The periods that one click chooses. Those that include today end today. */
export const presets = [
  { value: 'month', label: 'This month', rangeOn: (today) => ({ from: startOfMonth(today), to: today }) },
  {
    value: 'last-month',
    label: 'Last month',
    rangeOn: (today) => ({ from: startOfMonth(endOfPreviousMonth(today)), to: endOfPreviousMonth(today) }),
  },
  { value: 'quarter', label: 'This quarter', rangeOn: (today) => ({ from: startOfQuarter(today), to: today }) },
  { value: 'year', label: 'This year', rangeOn: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }) },
  {
    value: 'twelve-months',
    label: 'Last 12 months',
    rangeOn: (today) => ({ from: plusDays(today, -DAYS_PER_YEAR + 1), to: today }),
  },
] as const satisfies { value: string; label: string; rangeOn: (today: string) => DateRange }[]

/** The preset with these dates; undefined for dates that the user chose. */
export const findPreset = ({ from, to }: DateRange, today: string) =>
  presets.find(({ rangeOn }) => rangeOn(today).from === from && rangeOn(today).to === to)
