import { collectDefaultMetrics, Registry } from 'prom-client'

/** The metrics of this process; `/metrics` shows them. */
export const registry = new Registry()
collectDefaultMetrics({ register: registry })
