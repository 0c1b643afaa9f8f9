import { z } from 'zod'
import { tiers } from './words.ts'

export const Tier = z.enum(tiers)
export type Tier = z.infer<typeof Tier>
