import { z } from 'zod'

/** Hidden form field against bots. A sender who fills it in gets the usual success response, and nothing is stored. */
export const HONEYPOT = 'homepage'

export const Honeypot = z.string().optional()
