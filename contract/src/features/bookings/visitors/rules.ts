type HeldOfDay = {
  /** Free minutes of all rooms of the day, without what visitors hold. */
  free_minutes: number
  /** Minutes that other visitors hold on the day. */
  held_minutes: number
  /** The minutes of the requested session. */
  minutes: number
}

/** Whether visitors may hold this session too: at most a third of a day's free time, but always one session. */
export const mayHoldMore = ({ free_minutes, held_minutes, minutes }: HeldOfDay): boolean =>
  held_minutes === 0 || (held_minutes + minutes) * 3 <= free_minutes + held_minutes
