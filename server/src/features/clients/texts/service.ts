import { fail } from '@studiohub/contract/errors.ts'
import { canSeeTextOffer, canUpdateTexts } from '@studiohub/contract/features/clients/policy.ts'
import type { TextConsent, TextConsentChange, TextOffer } from '@studiohub/contract/features/clients/texts/schema.ts'
import { z } from 'zod'
import { audit, insertSystemAuditEntry } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { mac } from '#platform/auth/secrets.ts'
import { isSigned } from '#platform/auth/signed-calls.ts'
import { asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getSms } from '#platform/sms/open.ts'
import { isOfCountry, toE164 } from '#platform/sms/phone.ts'
import * as clients from '../queries.ts'
import * as queries from './queries.ts'

const UNREACHABLE_NUMBER =
  'Text messages cannot reach this number. Enter a mobile number, with its country code if it is abroad.'
const COUNTRY_NOT_OFFERED = "We can't send text messages to this country."

/** Whether the studio can send reminders by text message, and how many in 24 hours. */
export function getTextOffer(caller: Caller, { studio_id }: { studio_id: string }): Promise<TextOffer> {
  return asActor(caller, async (_tx, actor) => {
    authorize(canSeeTextOffer(requireRole(actor), studio_id))
    return { offered: getSms().isConfigured, a_day: getSms().studioDay }
  })
}

type ClientKey = { studio_id: string; client_id: string }

/** Whether a client agreed to text messages, for the desk or the client. */
export function getTexts(caller: Caller, { studio_id, client_id }: ClientKey): Promise<TextConsent> {
  return asActor(caller, async (tx, actor) => {
    authorize(canUpdateTexts(requireRole(actor), studio_id))
    const id = (await clients.findActiveClientId(tx, studio_id, client_id)) ?? fail('NOT_FOUND')
    return readConsent(tx, { studio_id, id })
  })
}

/**
 * Records that a client agrees to text messages, or no longer does. If the desk records it, it counts for the number of the
 * client record.
 */
export function updateTexts(
  caller: Caller,
  { studio_id, client_id, agreed, phone }: ClientKey & TextConsentChange,
  now: Date,
): Promise<TextConsent> {
  return asActor(caller, async (tx, actor) => {
    const { user_id, role } = requireRole(actor)
    authorize(canUpdateTexts(actor, studio_id))
    const id = (await clients.findActiveClientId(tx, studio_id, client_id)) ?? fail('NOT_FOUND')
    if (agreed && !getSms().isConfigured) fail('TEXTS_NOT_OFFERED')
    const client = { studio_id, id }
    const before = await readConsent(tx, client)
    const via = role === 'client' ? 'client' : 'desk'
    const textNumber = via === 'client' ? phone : (await clients.getClient(tx, studio_id, id))?.phone
    const number = agreed ? await toE164(textNumber ?? '', await queries.getTimezone(tx, studio_id)) : null
    if (agreed && number === null) fail('VALIDATION_FAILED', { fields: { phone: UNREACHABLE_NUMBER } })
    if (number !== null && !(await isOfCountry(number, getSms().countries)))
      fail('VALIDATION_FAILED', { fields: { phone: COUNTRY_NOT_OFFERED } })
    // The client's own answer overrides what the desk recorded.
    if (number === before.phone && (number === null || before.via === via || before.via === 'client')) return before
    await queries.deleteTextConsent(tx, client)
    if (number !== null)
      await queries.insertTextConsent(tx, { ...client, phone: number, agreed_by: user_id, via, at: now.toISOString() })
    await audit(tx, actor, {
      studio_id,
      action: 'clients.updateTexts',
      object_type: 'text_consent',
      object_id: id,
      before: { agreed: before.phone !== null, via: before.via },
      after: { agreed, via: agreed ? via : null },
      request_id: caller.request_id,
    })
    publish(tx, { studio_id, topic: 'clients', id })
    return readConsent(tx, client)
  })
}

const readConsent = async (tx: Tx, client: { studio_id: string; id: string }): Promise<TextConsent> => ({
  offered: getSms().isConfigured && (await queries.sendsTexts(tx, client.studio_id)),
  ...(await queries.getTextConsent(tx, client)),
})

const Answer = z.object({ from: z.string().regex(/^\+[1-9]\d{6,14}$/), text: z.string().max(2_000) })
const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'STOPP', 'ARRET']
const startWords = ['START', 'UNSTOP']

type AnswerCall = { headers: Parameters<typeof isSigned>[1]['headers']; body: string; request_id: string; now: Date }

/** Handles an answer to a text message. STOP ends text messages to the number from every studio, START allows them again. */
export function receiveAnswer({ headers, body, request_id, now }: AnswerCall): Promise<void> {
  const { secret } = getSms()
  if (!secret) fail('NOT_FOUND')
  if (!isSigned(secret, { headers, body, now })) fail('BAD_SIGNATURE')
  const answer = Answer.safeParse(parseJson(body))
  if (!answer.success) fail('VALIDATION_FAILED')
  const { from, text } = answer.data
  const word = /^\P{L}*(\p{L}+)/u.exec(text.normalize('NFD').replaceAll(/\p{M}/gu, ''))?.[1]?.toUpperCase() ?? ''
  const isStop = stopWords.includes(word)
  if (!isStop && !startWords.includes(word)) return Promise.resolve()
  return asSystem(async (tx) => {
    const isChange = isStop ? await queries.insertTextStop(tx, from, now) : await queries.deleteTextStop(tx, from)
    if (!isChange) return
    const entry = { request_id, after: { stopped: isStop } }
    const action = isStop ? 'clients.stopTexts' : 'clients.startTexts'
    const object_id = mac('text-number', from)
    await insertSystemAuditEntry(tx, { ...entry, action, studio_id: null, object_type: 'phone_number', object_id })
    for (const { studio_id, client_id: id } of await queries.listConsentsForNumber(tx, from)) {
      await insertSystemAuditEntry(tx, { ...entry, action, studio_id, object_type: 'text_consent', object_id: id })
      publish(tx, { studio_id, topic: 'clients', id })
    }
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
