import type { ChosenAddOn } from '@studiohub/contract/features/prices/schema.ts'

/** A booking request as chosen so far; an empty text means not chosen. */
export type SessionChoice = {
  /** The key of a service. */
  service: string
  /** Null: the service's default length. */
  minutes: number | null
  /** All of these; none: any free room. */
  room_ids: readonly string[]
  /** Null: no project. */
  project_id: string | null
  day: string
  time: string
  notes: string
  /** How many come; null: not said. */
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

const within = (pattern: RegExp, value: unknown) => (typeof value === 'string' && pattern.test(value) ? value : '')

const ID = /^[0-9a-f-]{36}$/

const isChosenAddOn = (one: unknown): one is ChosenAddOn => {
  const { key, quantity }: { key?: unknown; quantity?: unknown } = Object(one)
  return typeof key === 'string' && Number.isInteger(quantity)
}

/** Reads a choice from the URL or a draft; invalid values count as not chosen. */
export function readChoice(said: Readonly<Record<string, unknown>>): SessionChoice {
  const minutes = Number(within(/^\d{1,4}$/, String(said.minutes ?? '')))
  return {
    service: within(/^[\w-]{1,60}$/, said.service),
    minutes: minutes >= 5 && minutes <= 1440 ? minutes : null,
    room_ids: (Array.isArray(said.room_ids) ? said.room_ids : [said.room_id]).flatMap((id) => within(ID, id) || []),
    project_id: within(ID, said.project_id) || null,
    day: within(/^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, said.day),
    time: within(/^([01]\d|2[0-3]):[0-5]\d$/, said.time),
    notes: typeof said.notes === 'string' ? said.notes : '',
    people: Number.isInteger(said.people) && Number(said.people) > 0 ? Number(said.people) : null,
    add_ons: Array.isArray(said.add_ons) ? said.add_ons.filter(isChosenAddOn) : [],
  }
}

/** Whether the choice contains anything worth keeping. */
export const hasContent = ({ service, time, notes }: SessionChoice) => service !== '' || time !== '' || notes !== ''
