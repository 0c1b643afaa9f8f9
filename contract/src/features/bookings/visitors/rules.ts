type HeldOfDay = {
  /** The free minutes of all rooms on the day, without the time that visitors hold. */
  free_minutes: number
  /** Minutes that other visitors hold on the day. */
  held_minutes: number
  /** The minutes of the requested session. */
  minutes: number
}

/** Whether visitors may hold one more session: together at most a third of the day's free time, but always one. */
export const mayHoldMore = ({ free_minutes, held_minutes, minutes }: HeldOfDay): boolean =>
  held_minutes === 0 || (held_minutes + minutes) * 3 <= free_minutes + held_minutes
