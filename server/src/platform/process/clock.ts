/** The current time. Code that depends on it gets it as an argument, so that tests can choose it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
