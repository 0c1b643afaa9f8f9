export const MESSAGE_MAX = 5_000

export const FILES_PER_MESSAGE_MAX = 10

/** Limits of messages from a client to one studio, and from a person of a studio to its clients. */
export const messageLimits = {
  client: { an_hour: 30, a_day: 200 },
  studio: { an_hour: 200, a_day: 1_000 },
} as const
/** At most this many unread messages of a conversation are counted. */
export const UNREAD_SHOWN_MAX = 99

/** Why the caller cannot write in a conversation. */
export const writingStates = ['open', 'blocked', 'removed'] as const
export type WritingState = (typeof writingStates)[number]
