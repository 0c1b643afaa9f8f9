import {
  conflictingNames,
  type FieldConflict,
  type FieldVersions,
  mergeVersions,
  type ThreeWayMerge,
} from '#lib/forms/three-way.ts'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { bookingRuleFields } from './booking-rules.ts'
import { type HoursFields, type SpanFields, weekdays } from './hours-form.ts'

type Week = HoursFields['weeks'][number]
type Exception = HoursFields['exceptions'][number]

/** The form split into parts that can change independently: one weekday, resource, exception or rule. */
function splitForm({ weeks, exceptions, ...rules }: HoursFields) {
  const [studio, ...own] = weeks
  const keys = exceptions.map(({ date }, index) =>
    date && exceptions.findIndex((day) => day.date === date) === index ? date : `${date}#${index}`,
  )
  return {
    rules,
    days: Object.fromEntries((studio?.days ?? []).map(({ spans }, weekday) => [`${weekday}`, spans])),
    rooms: Object.fromEntries(own.map((week) => [week.resource_id, week])),
    exceptions: Object.fromEntries(exceptions.map((day, index) => [keys[index] ?? '', day])),
  }
}

function sidesOf({ base, mine, theirs }: FieldVersions<HoursFields>) {
  const all = { base: splitForm(base), mine: splitForm(mine), theirs: splitForm(theirs) }
  const each = <Pieces>(pick: (pieces: ReturnType<typeof splitForm>) => Pieces): FieldVersions<Pieces> => ({
    base: pick(all.base),
    mine: pick(all.mine),
    theirs: pick(all.theirs),
  })
  return {
    rules: each(({ rules }) => rules),
    days: each(({ days }) => days),
    rooms: each(({ rooms }) => rooms),
    exceptions: each(({ exceptions }) => exceptions),
  }
}

const spansText = (spans: readonly SpanFields[] | undefined) =>
  spans?.length ? spans.map(({ opens, closes }) => `${opens} to ${closes}`).join(', ') : 'closed'

const weekText = (week: Week | undefined) =>
  week
    ? week.days.map(({ spans }, weekday) => `${weekdays[weekday]?.slice(0, 3)} ${spansText(spans)}`).join(', ')
    : 'the hours of the studio'

const exceptionText = (day: Exception | undefined) =>
  day ? [spansText(day.spans), day.note && `(${day.note})`].filter(Boolean).join(' ') : 'no entry'

/** Compares and merges opening hours part by part, so that only parts changed on both sides conflict. */
export const hoursMerge = (resources: readonly { id: string; name: string }[]): ThreeWayMerge<HoursFields> => ({
  findConflicts: (whole) => {
    const { rules, days, rooms, exceptions } = sidesOf(whole)
    const inWords = <Piece>(
      { mine, theirs }: FieldVersions<Record<string, Piece>>,
      name: string,
      label: string | undefined,
      text: (piece: Piece | undefined) => string,
    ): FieldConflict => ({ label: label ?? name, mine: text(mine[name]), theirs: text(theirs[name]) })
    return [
      ...conflictingNames(days).map((name) => inWords(days, name, weekdays[Number(name)], spansText)),
      ...conflictingNames(rooms).map((id) =>
        inWords(rooms, id, resources.find((resource) => resource.id === id)?.name, weekText),
      ),
      ...conflictingNames(exceptions).map((date) =>
        inWords(exceptions, date, formatWeekdayAndDay(date), exceptionText),
      ),
      ...bookingRuleFields
        .filter(({ name }) => conflictingNames(rules).includes(name))
        .map(({ name, label, text }) => ({ label, mine: text(rules.mine[name]), theirs: text(rules.theirs[name]) })),
    ]
  },
  merge: (whole, take) => {
    const { rules, days, rooms, exceptions } = sidesOf(whole)
    const merged = mergeVersions(days, take)
    const studio = { resource_id: '', days: weekdays.map((_, weekday) => ({ spans: merged[weekday] ?? [] })) }
    return {
      ...mergeVersions(rules, take),
      weeks: [studio, ...Object.values(mergeVersions(rooms, take)).filter((week) => week !== undefined)],
      exceptions: Object.values(mergeVersions(exceptions, take)).filter((day) => day !== undefined),
    }
  },
})
