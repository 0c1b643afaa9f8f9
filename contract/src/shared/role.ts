import { z } from 'zod'
import { roles } from '../actor.ts'

/** A role in the API. It has its own file, because every page loads `actor.ts` and this schema needs zod. */
export const Role = z.enum(roles)
