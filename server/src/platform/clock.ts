/** What time it is, handed to whoever decides by it, so that rules and tests choose their own. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
