/** When a request came, and from which network address. */
export type RequestOrigin = { now: Date; ip: string }
