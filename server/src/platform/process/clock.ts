/** What time it is, handed to the code that decides by it, so that rules and tests choose their own. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
