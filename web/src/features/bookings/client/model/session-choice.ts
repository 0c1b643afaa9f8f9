import type { ChosenAddOn } from '@studiohub/contract/features/prices/schema.ts'

/** The choices for a booking so far. An empty text means not chosen. */
export type SessionChoice = {
  /** The key of a service. */
  service: string
  /** Null: the service's default length. */
  minutes: number | null
  /** All of these rooms; empty: any free room. */
  room_ids: readonly string[]
  /** Null: no project. */
  project_id: string | null
  day: string
  time: string
  notes: string
  /** How many people come; null: not entered. */
  people: number | null
  add_ons: readonly ChosenAddOn[]
}

export const emptyChoice: SessionChoice = {
  service: '',
  minutes: null,
  room_ids: [],
  project_id: null,
  day: '',
  time: '',
  notes: '',
  people: null,
  add_ons: [],
}

const matchText = (pattern: RegExp, value: unknown) => (typeof value === 'string' && pattern.test(value) ? value : '')

const ID = /^[0-9a-f-]{36}$/

const isChosenAddOn = (value: unknown): value is ChosenAddOn => {
  const { key, quantity }: { key?: unknown; quantity?: unknown } = Object(value)
  return typeof key === 'string' && Number.isInteger(quantity)
}

/** Reads a choice from the URL or a draft; invalid values count as not chosen. */
export function readChoice(input: Readonly<Record<string, unknown>>): SessionChoice {
  const minutes = Number(matchText(/^\d{1,4}$/, String(input.minutes ?? '')))
  return {
    service: matchText(/^[\w-]{1,60}$/, input.service),
    minutes: minutes >= 5 && minutes <= 1440 ? minutes : null,
    room_ids: (Array.isArray(input.room_ids) ? input.room_ids : [input.room_id]).flatMap(
      (id) => matchText(ID, id) || [],
    ),
    project_id: matchText(ID, input.project_id) || null,
    day: matchText(/^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, input.day),
    time: matchText(/^([01]\d|2[0-3]):[0-5]\d$/, input.time),
    notes: typeof input.notes === 'string' ? input.notes : '',
    people: Number.isInteger(input.people) && Number(input.people) > 0 ? Number(input.people) : null,
    add_ons: Array.isArray(input.add_ons) ? input.add_ons.filter(isChosenAddOn) : [],
  }
}

/** Whether the choice has content that should be stored. */
export const hasContent = ({ service, time, notes }: SessionChoice) => service !== '' || time !== '' || notes !== ''

/**
 * Continues a stored choice with the values of a link. A stored choice of another service leaves only its notes.
 * @param link its service may be empty, which fits every stored choice
 */
export function resumeChoice(stored: SessionChoice, link: SessionChoice): SessionChoice {
  if (!hasContent(stored)) return link
  if (link.service !== '' && link.service !== stored.service) return { ...link, notes: stored.notes }
  const { day, time, minutes } = link
  if (time !== '') return { ...stored, day, time, minutes }
  return { ...stored, day: stored.day || day, minutes: stored.minutes ?? minutes }
}
