import { z } from 'zod'

/** The field of a public form that people never see and programs fill in. A sender who filled it in gets the usual thanks, and nothing is kept. */
export const HONEYPOT = 'homepage'

export const Honeypot = z.string().optional()
