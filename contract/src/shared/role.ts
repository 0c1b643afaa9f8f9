import { z } from 'zod'
import { roles } from '../actor.ts'

/** A role in the API. Separate from `actor.ts`, because every page loads that file and this one needs zod. */
export const Role = z.enum(roles)
