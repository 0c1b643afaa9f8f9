import { roleLabels } from '@studiohub/contract/actor.ts'
import type { Activity, AuditSubject } from '@studiohub/contract/features/admin/schema.ts'
import { agents } from '@studiohub/contract/features/assistant/words.ts'
import { phaseLabels } from '@studiohub/contract/features/projects/words.ts'
import { timeRangeText, timeText } from '@studiohub/contract/shared/formats.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { describeAction, type FieldChange, listChanges, NO_VALUE, readFields, type ServiceLabels } from './activity.ts'
import { activityVerbs } from './activity-verbs.ts'
import { dayText } from './subjects.ts'

/** An entry as a sentence: the actor, the verb, the object and the rest. Only `object.text` is a link. */
export type ActivitySentence = {
  actor: string
  verb: string
  object: { lead: string; text: string } | null
  rest: string
}

type Facts = Record<string, unknown>
type Entry = Pick<Activity, 'action' | 'actor_id' | 'actor_name' | 'at' | 'before' | 'after' | 'names' | 'subject'> & {
  services?: ServiceLabels
}

const verbs = new Map<string, string>(Object.entries(activityVerbs))

/** An entry in one sentence, such as 'Nora Lind moved Cleo Marsh's session from Mon, Nov 30, 10:00 to 14:00'. */
export function describeActivity(entry: Entry, timezone: string): ActivitySentence {
  const [before, after] = [readFields(entry.before), readFields(entry.after)]
  const actor = entry.actor_name ?? (entry.actor_id ? 'No name' : 'StudioHub')
  const special = describeMove(entry, before, after) ?? describeSpecial(entry, before, after)
  if (special) return { actor, ...special }
  const template = verbs.get(entry.action)
  if (template === undefined)
    return { actor, verb: 'made a change:', object: null, rest: ` ${describeAction(entry.action)}` }
  const sentence = fillTemplate(template.replace(/: \.\.\.$/, ''), entry, after)
  const changes = template.endsWith(': ...') ? summarize(listChanges(entry, timezone)) : ''
  return { actor, ...sentence, rest: sentence.rest + changes }
}

/** The whole text of a sentence. */
export const sentenceText = ({ actor, verb, object, rest }: ActivitySentence) =>
  `${actor} ${verb}${object ? ` ${object.lead}${object.text}` : ''}${rest}`

type Predicate = Omit<ActivitySentence, 'actor'>

const NOUN_PATTERN = / \{(\w+)\}/

const unnamed: Record<string, string> = {
  session: 'a session',
  client: 'a client',
  person: 'a person',
  project: 'a project',
  card: 'a card',
  task: 'a task',
  resource: 'a room, person or equipment',
}

function fillTemplate(template: string, entry: Entry, facts: Facts): Predicate {
  const match = NOUN_PATTERN.exec(template)
  if (!match) return { verb: template, object: null, rest: '' }
  const [hole, noun = ''] = match
  const verb = template.slice(0, match.index)
  const rest = template.slice(match.index + hole.length)
  const object = describeObject(noun, entry, facts)
  return object ? { verb, object, rest } : { verb: `${verb} ${unnamed[noun] ?? noun}`, object: null, rest }
}

function describeObject(noun: string, entry: Entry, facts: Facts): ActivitySentence['object'] {
  const { subject } = entry
  if (!subject) return null
  const { kind, name } = subject
  if (kind === 'booking' || kind === 'block') {
    if (noun === 'session') return { lead: '', text: describeSession(entry, subject, facts) }
    return { lead: '', text: name ?? unnamed[noun] ?? noun }
  }
  if (kind === 'project' || kind === 'card' || kind === 'task')
    return name ? { lead: `the ${kind} `, text: name } : { lead: '', text: `a ${kind}` }
  return { lead: '', text: name ?? unnamed[noun] ?? noun }
}

const newSessionActions = new Set(['bookings.create', 'bookings.createSeries', 'bookings.createVisitorHold'])

function describeSession(entry: Entry, subject: AuditSubject, facts: Facts): string {
  const when = whenText(entry.at, { ...subject, ...timesOf(facts) })
  if (entry.action === 'bookings.createBlock') return joinWords('time on', when)
  if (newSessionActions.has(entry.action)) {
    const guest = subject.name && !isOwn(entry, facts) ? `a session for ${subject.name}` : 'a session'
    return joinWords(guest, when && `on ${when}`)
  }
  return joinWords(whoseSession(entry, subject, facts), when && `on ${when}`)
}

const joinWords = (...words: string[]) => words.filter(Boolean).join(' ')

const isOwn = ({ actor_id }: Entry, { client_id }: Facts) => actor_id !== null && client_id === actor_id

function whoseSession(entry: Entry, { kind, name }: AuditSubject, facts: Facts): string {
  if (kind === 'block') return 'the blocked time'
  if (isOwn(entry, facts)) return 'their session'
  return name ? `${name}'s session` : 'an internal session'
}

type Times = { booking_date: string | null; start_time: string | null; end_time?: string | null }

function timesOf({ booking_date, start_time, end_time }: Facts): Partial<Times> {
  if (typeof booking_date !== 'string' || typeof start_time !== 'string') return {}
  return {
    booking_date,
    start_time: start_time.slice(0, 5),
    ...(typeof end_time === 'string' && { end_time: end_time.slice(0, 5) }),
  }
}

const whenText = (at: string, { booking_date, start_time }: Times) =>
  booking_date && start_time ? `${dayText(booking_date, at)}, ${timeText(start_time)}` : ''

const moveVerbs = new Map([
  ['bookings.update', ['moved', 'changed']],
  ['bookings.approveChange', ['approved moving', 'approved changing']],
  ['bookings.requestChange', ['asked to move', 'asked to change']],
  ['bookings.undo', ['moved back', 'changed back']],
])

/** A booking whose time changed. Null for all other entries. */
function describeMove(entry: Entry, before: Facts, after: Facts): Predicate | null {
  const verb = moveVerbs.get(entry.action)
  const [old, next] = [timesOf(before), timesOf(after)]
  if (!verb || !entry.subject || !old.booking_date || !old.start_time || !next.booking_date || !next.start_time)
    return null
  const [move = '', change = ''] = verb
  const whose = whoseSession(entry, entry.subject, after)
  if (old.booking_date !== next.booking_date || old.start_time !== next.start_time) {
    const isSameDay = old.booking_date === next.booking_date
    const target = isSameDay ? timeText(next.start_time) : whenText(entry.at, { ...entry.subject, ...next })
    const rest = ` from ${whenText(entry.at, { ...entry.subject, ...old })} to ${target}`
    return { verb: move, object: { lead: '', text: whose }, rest }
  }
  if (!old.end_time || !next.end_time || old.end_time === next.end_time) return null
  const [oldRange, newRange] = [
    timeRangeText(old.start_time, old.end_time),
    timeRangeText(next.start_time, next.end_time),
  ]
  const text = `${whose} on ${dayText(next.booking_date, entry.at)}`
  return { verb: change, object: { lead: '', text }, rest: ` from ${oldRange} to ${newRange}` }
}

/** Entries whose values belong into the sentence. Null for all other entries. */
function describeSpecial(entry: Entry, before: Facts, after: Facts): Predicate | null {
  const fill = (template: string) => fillTemplate(template, entry, after)
  switch (entry.action) {
    case 'bookings.create':
      return fill(after.status === 'pending' ? 'requested {session}' : 'booked {session}')
    case 'bookings.cancel':
      return addText(fill(activityVerbs[entry.action]), before.fee === null ? feeText(after) : '')
    case 'bookings.noShow':
      return after.no_show_at
        ? addText(fill(activityVerbs[entry.action]), feeText(after))
        : fill('unmarked {session} as a no-show')
    case 'bookings.waiveFee': {
      const amount = feeOf(before)
      return fill(amount ? `waived the fee of ${amount} for {session}` : activityVerbs[entry.action])
    }
    case 'board.move':
    case 'projects.move_phase': {
      const [old, next] = [phaseText(before.phase), phaseText(after.phase)]
      return addText(fill(activityVerbs[entry.action]), old && next ? ` from ${old} to ${next}` : '')
    }
    case 'crew.updateAgent': {
      const name = agentNames.get(after.key)
      return name ? fill(`switched ${after.is_active ? 'on' : 'off'} the assistant ${name}`) : null
    }
    case 'roles.assign': {
      const role = roleNames.get(after.role)
      return role ? fill(`assigned the role ${role} to {person}`) : null
    }
    default:
      return null
  }
}

const agentNames = new Map<unknown, string>(Object.entries(agents).map(([key, { name }]) => [key, name]))
const roleNames = new Map<unknown, string>(Object.entries(roleLabels))

const addText = (sentence: Predicate, text: string): Predicate => ({ ...sentence, rest: sentence.rest + text })

const phases = new Map<unknown, string>(Object.entries(phaseLabels))
const phaseText = (phase: unknown) => phases.get(phase)

/** '€25'. Empty without a fee that applies. */
function feeOf({ fee, currency }: Facts): string {
  const { amount_minor, waived_at } = readFields(fee)
  const applies = typeof amount_minor === 'number' && amount_minor > 0 && !waived_at
  return applies && typeof currency === 'string' ? moneyText(amount_minor, currency) : ''
}

function feeText(facts: Facts): string {
  const amount = feeOf(facts)
  return amount && `, with a fee of ${amount}`
}

/** An entry with its sentence. */
export type SentenceEntry = Activity & { sentence: ActivitySentence; services?: ServiceLabels }

/** How many objects a shared sentence names. */
export const OBJECTS_MAX = 2

/** Whether one sentence can say both: the same person did the same to several objects. */
export const canShareSentence = (a: SentenceEntry, b: SentenceEntry) =>
  a.actor_id === b.actor_id &&
  a.action === b.action &&
  a.sentence.verb === b.sentence.verb &&
  a.sentence.rest === '' &&
  b.sentence.rest === ''

/** The entries of a shared sentence, one for each object. */
export function uniqueObjects(entries: readonly SentenceEntry[]): SentenceEntry[] {
  const byText = new Map(entries.map((entry) => [sentenceText(entry.sentence), entry] as const))
  return [...byText.values()]
}

const CHANGES_MAX = 2
const VALUE_LENGTH_MAX = 32

/** ': priority low → high and due date'. Long values are left out. */
function summarize(changes: readonly FieldChange[]): string {
  const texts = changes.flatMap(({ field, before, after }) => {
    const name = field.charAt(0).toLowerCase() + field.slice(1)
    if (field === 'Changed') return after.split(', ')
    if (Math.max(before.length, after.length) > VALUE_LENGTH_MAX) return [name]
    return [before === NO_VALUE ? `${name} ${after}` : `${name} ${before} → ${after}`]
  })
  const visibleTexts =
    texts.length > CHANGES_MAX ? [...texts.slice(0, CHANGES_MAX - 1), `${texts.length - 1} more`] : texts
  return texts.length === 0 ? '' : `: ${visibleTexts.join(' and ')}`
}
