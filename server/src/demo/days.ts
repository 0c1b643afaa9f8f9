import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'

/** The zone of Northlight, the studio with most of the demo's data. */
export const NORTHLIGHT_ZONE = 'Europe/Amsterdam'

/** The day at a studio in some days. It may already be tomorrow there. */
export const inDays = (days: number, zone: string) => plusDays(todayIn(zone, new Date()), days)
