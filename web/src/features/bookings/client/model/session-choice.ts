/** What somebody wants to book, as far as they have said; a choice not made is an empty text. */
export type SessionChoice = {
  /** A service's key. */
  service: string
  /** Null: as long as that service usually is. */
  minutes: number | null
  /** Null: any free room. */
  room_id: string | null
  /** Null: none of their projects. */
  project_id: string | null
  day: string
  time: string
  notes: string
}

export const emptyChoice: SessionChoice = {
  service: '',
  minutes: null,
  room_id: null,
  project_id: null,
  day: '',
  time: '',
  notes: '',
}

const within = (pattern: RegExp, value: unknown) => (typeof value === 'string' && pattern.test(value) ? value : '')

/** Reads a wish from an address or from what was kept; whatever makes no sense counts as not said. */
export function readChoice(said: Readonly<Record<string, unknown>>): SessionChoice {
  const minutes = Number(within(/^\d{1,4}$/, String(said.minutes ?? '')))
  return {
    service: within(/^[\w-]{1,60}$/, said.service),
    minutes: minutes >= 5 && minutes <= 1440 ? minutes : null,
    room_id: within(/^[0-9a-f-]{36}$/, said.room_id) || null,
    project_id: within(/^[0-9a-f-]{36}$/, said.project_id) || null,
    day: within(/^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, said.day),
    time: within(/^([01]\d|2[0-3]):[0-5]\d$/, said.time),
    notes: typeof said.notes === 'string' ? said.notes : '',
  }
}

/** Whether anything is said that would be missed. */
export const saysSomething = ({ service, time, notes }: SessionChoice) => service !== '' || time !== '' || notes !== ''
