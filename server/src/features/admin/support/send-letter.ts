import { fail } from '@studiohub/contract/errors.ts'
import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import type { NewLetter } from '@studiohub/contract/features/admin/support/schema.ts'
import { LETTERS_PER_DAY, LETTERS_PER_STUDIO } from '@studiohub/contract/features/admin/support/words.ts'
import { queueOperatorLetters } from '#features/emails/operators/jobs.ts'
import { getStudio } from '#features/studios/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole, requireSecondFactor } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { countLetters, insertLetter } from './queries.ts'

/**
 * Writes to the admins of a studio in the name of the platform. Replies go to the operator's own address.
 * @throws AppError RATE_LIMITED above the daily limit of letters, INVALID_TRANSITION if the studio has no admin
 */
export function sendLetter(caller: Caller, { studio_id, ...letter }: NewLetter & { studio_id: string }, now: Date) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canRunPlatform(actor))
    await requireSecondFactor(tx, actor)
    if (!(await getStudio(tx, studio_id))) fail('NOT_FOUND')
    await actAs(tx, 'system')
    await lock(tx, 'mails', 'operators')
    const { to_studio, to_all } = await countLetters(tx, studio_id, now)
    if (to_studio >= LETTERS_PER_STUDIO)
      fail('RATE_LIMITED', { message: `A studio gets at most ${LETTERS_PER_STUDIO} of these emails a day.` })
    if (to_all >= LETTERS_PER_DAY)
      fail('RATE_LIMITED', { message: `Operators send at most ${LETTERS_PER_DAY} of these emails a day.` })
    const letter_id = await insertLetter(tx, { ...letter, studio_id, created_at: now.toISOString() })
    const recipients = await queueOperatorLetters(tx, { letter_id, studio_id, by_id: user_id })
    if (recipients === 0) fail('INVALID_TRANSITION', { message: 'This studio has no admin to write to.' })
    await audit(tx, actor, {
      studio_id,
      action: 'studios.writeToOwner',
      object_type: 'operator_letter',
      object_id: letter_id,
      after: { recipients },
      request_id: caller.request_id,
    })
    return { id: letter_id, recipients }
  })
}
