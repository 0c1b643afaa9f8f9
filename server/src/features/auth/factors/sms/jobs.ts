import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { seal, unseal } from '#platform/auth/secrets.ts'
import { asAuth } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { getMail } from '#platform/mail/open.ts'
import { getSms } from '#platform/sms/open.ts'
import * as queries from '../queries.ts'

const CODE = 'sms.code'

/** Seals a code in a job's payload, so that a reader of the queue cannot use it. */
export const sealCode = (code: string) => seal(CODE, code)

/** Sends the six digits of a challenge if it is still open. */
export const sendTextCode = defineJob('auth.send-text-code', {
  payload: z.object({ challenge_id: Id, channel: z.enum(['sms', 'whatsapp']), sealed_code: z.string() }),
  retry: { limit: 6, delaySeconds: 3, longestSeconds: 60 },
  expireSeconds: 20,
  async run({ challenge_id, channel, sealed_code }, { job_id, now, signal }) {
    const reader = await asAuth((tx) => queries.getCodePhone(tx, challenge_id, now))
    if (!reader?.phone) return
    const code = unseal(CODE, sealed_code).toString()
    const { host } = new URL(getMail().publicUrl)
    // Because of the last line, a phone offers the code only to this site.
    const text = `Your StudioHub code is ${code}. It is valid for 5 minutes. We never ask you for it.\n\n@${host} #${code}`
    await getSms().send({ id: job_id, to: reader.phone, text, channel }, signal)
  },
})
