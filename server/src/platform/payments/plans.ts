import type { Config } from '../config/config.ts'

let areOn = true

/** Sets once, at start, whether this platform has plans (`PLANS`). Without them nothing is limited or priced. */
export function usePlans({ plans }: Pick<Config, 'plans'>): void {
  areOn = plans
}

/** Whether studios have plans with limits. */
export const arePlansOn = (): boolean => areOn
