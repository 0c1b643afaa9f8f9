import { collectDefaultMetrics, Registry } from 'prom-client'

/** Everything that is counted for the operator; `/metrics` shows it. */
export const registry = new Registry()
collectDefaultMetrics({ register: registry })
