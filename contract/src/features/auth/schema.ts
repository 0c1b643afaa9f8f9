import { z } from 'zod'

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128

/** A password somebody chooses (spec section 5: at least six characters). */
export const NewPassword = z
  .string({ error: 'Password is required' })
  .min(PASSWORD_MIN, 'Password should be at least 6 characters.')
  .max(PASSWORD_MAX, 'Password cannot be longer than 128 characters')
