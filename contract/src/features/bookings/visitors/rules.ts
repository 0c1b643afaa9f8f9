type VisitorUseOfDay = {
  /** The free minutes of all rooms on the day, without the time that visitors hold. */
  free_minutes: number
  /** The minutes that other visitors hold on the day. */
  reserved_minutes: number
  /** The minutes of the requested session. */
  minutes: number
}

/**
 * Whether visitors may hold another session. Together they hold at most a third of the day's free time. The first hold is
 * always allowed.
 */
export const mayHoldMore = ({ free_minutes, reserved_minutes, minutes }: VisitorUseOfDay): boolean =>
  reserved_minutes === 0 || (reserved_minutes + minutes) * 3 <= free_minutes + reserved_minutes
