import {
  type FieldConflict,
  type FieldVersions,
  listConflictingNames,
  mergeVersions,
  type ThreeWayMerge,
} from '#lib/forms/three-way.ts'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { bookingRuleFields } from './booking-rules.ts'
import { type HoursFields, type SpanFields, weekdays } from './hours-form.ts'
import { messageFields } from './reminders.ts'

type Week = HoursFields['weeks'][number]
type Exception = HoursFields['exceptions'][number]

/** Splits the form into parts that can change independently: one weekday, resource, exception or rule. */
function splitForm({ weeks, exceptions, ...rules }: HoursFields) {
  const [studio, ...resourceWeeks] = weeks
  const keys = exceptions.map(({ date }, index) =>
    date && exceptions.findIndex((day) => day.date === date) === index ? date : `${date}#${index}`,
  )
  return {
    rules,
    days: Object.fromEntries((studio?.days ?? []).map(({ spans }, weekday) => [`${weekday}`, spans])),
    rooms: Object.fromEntries(resourceWeeks.map((week) => [week.resource_id, week])),
    exceptions: Object.fromEntries(exceptions.map((day, index) => [keys[index] ?? '', day])),
  }
}

function sidesOf({ base, mine, theirs }: FieldVersions<HoursFields>) {
  const splitVersions = { base: splitForm(base), mine: splitForm(mine), theirs: splitForm(theirs) }
  const pickFromEach = <Pieces>(pick: (pieces: ReturnType<typeof splitForm>) => Pieces): FieldVersions<Pieces> => ({
    base: pick(splitVersions.base),
    mine: pick(splitVersions.mine),
    theirs: pick(splitVersions.theirs),
  })
  return {
    rules: pickFromEach(({ rules }) => rules),
    days: pickFromEach(({ days }) => days),
    rooms: pickFromEach(({ rooms }) => rooms),
    exceptions: pickFromEach(({ exceptions }) => exceptions),
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
  findConflicts: (versions) => {
    const { rules, days, rooms, exceptions } = sidesOf(versions)
    const describeConflict = <Piece>(
      { mine, theirs }: FieldVersions<Record<string, Piece>>,
      name: string,
      label: string | undefined,
      text: (piece: Piece | undefined) => string,
    ): FieldConflict => ({ label: label ?? name, mine: text(mine[name]), theirs: text(theirs[name]) })
    return [
      ...listConflictingNames(days).map((name) => describeConflict(days, name, weekdays[Number(name)], spansText)),
      ...listConflictingNames(rooms).map((id) =>
        describeConflict(rooms, id, resources.find((resource) => resource.id === id)?.name, weekText),
      ),
      ...listConflictingNames(exceptions).map((date) =>
        describeConflict(exceptions, date, formatWeekdayAndDay(date), exceptionText),
      ),
      ...bookingRuleFields
        .filter(({ name }) => listConflictingNames(rules).includes(name))
        .map(({ name, label, text }) => ({ label, mine: text(rules.mine[name]), theirs: text(rules.theirs[name]) })),
      ...messageFields
        .filter(({ name }) => listConflictingNames(rules).includes(name))
        .map(({ label, text }) => ({ label, mine: text(rules.mine), theirs: text(rules.theirs) })),
    ]
  },
  merge: (versions, winner) => {
    const { rules, days, rooms, exceptions } = sidesOf(versions)
    const merged = mergeVersions(days, winner)
    const studio = { resource_id: '', days: weekdays.map((_, weekday) => ({ spans: merged[weekday] ?? [] })) }
    return {
      ...mergeVersions(rules, winner),
      weeks: [studio, ...Object.values(mergeVersions(rooms, winner)).filter((week) => week !== undefined)],
      exceptions: Object.values(mergeVersions(exceptions, winner)).filter((day) => day !== undefined),
    }
  },
})
