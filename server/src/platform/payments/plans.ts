import type { Config } from '../config/config.ts'

let areOn = true

/** Sets whether this platform has plans (`PLANS`); called once at start. Without plans, studios have no limits and see no prices of plans. */
export function setPlans({ plans }: Pick<Config, 'plans'>): void {
  areOn = plans
}

/** Whether studios have plans with limits. */
export const arePlansOn = (): boolean => areOn
