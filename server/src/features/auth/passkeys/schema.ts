import { z } from 'zod'
import { Assertion, Registration } from '../factors/schema.ts'

export const PASSKEY_NAME_MAX = 120

export const RegisterBody = z.object({ challenge_id: z.uuid(), credential: Registration })
export const SignInBody = z.object({ challenge_id: z.uuid(), credential: Assertion })
export const RenameBody = z.object({ friendly_name: z.string().trim().min(1).max(PASSKEY_NAME_MAX) })
