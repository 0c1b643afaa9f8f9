/** The current time. It is an argument of the code that depends on it, so that rules and tests can choose it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
