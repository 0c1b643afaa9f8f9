/** The current time. Code that depends on it gets it as an argument, so that tests can choose it. */
export type Clock = { now(): Date }

/** The time of the machine. Tests use their own clock. */
export const systemClock: Clock = { now: () => new Date() }
