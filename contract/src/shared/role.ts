import { z } from 'zod'
import { roles } from '../actor.ts'

/** A role as it travels. Apart from `actor.ts`, which every page carries. */
export const Role = z.enum(roles)
