import { z } from 'zod'
import type { BroadcastMessage } from './broadcast.ts'
import { packMessage, unpackMessage } from './change-messages.ts'

// `beat` says that a process works and which message was its last one; `bye` that it stops.
const Envelope = z.tuple([z.string(), z.int().min(0), z.string()])

/** The subject of messages for all studios: `resync`, `beat` and `bye`. No studio has this id. */
const FOR_ALL = 'all'
const ENVELOPE_BYTES = 100
/** What an envelope adds to a payload: at most each quotation mark becomes two characters. */
const GROWTH = 1.5

/** Its sender, and how many messages that sender has sent to all, this one included. */
type Numbered = { from: string; number: number }
export type NatsMessage = Numbered & { content: BroadcastMessage | 'beat' | 'bye' }

/** Packs a message into payloads, each with the subject of its studio. */
export function packForSubjects(message: BroadcastMessage, maxBytes: number): { subject: string; content: string }[] {
  if (message === 'resync') return [{ subject: FOR_ALL, content: JSON.stringify(message) }]
  const limit = Math.floor((maxBytes - ENVELOPE_BYTES) / GROWTH)
  return [...Map.groupBy(message, ({ studio_id }) => studio_id)].flatMap(([subject, changes]) =>
    packMessage(changes, limit).map((content) => ({ subject, content })),
  )
}

export const beat = { subject: FOR_ALL, content: 'beat' }
export const bye = { subject: FOR_ALL, content: 'bye' }

export const wrap = ({ from, number }: Numbered, content: string) => JSON.stringify([from, number, content])

/** @returns null for a payload that no version of the product sends; it may contain any change */
export function unwrap(payload: string): NatsMessage | null {
  try {
    const [from, number, content] = Envelope.parse(JSON.parse(payload))
    return { from, number, content: content === 'beat' || content === 'bye' ? content : unpackMessage(content) }
  } catch {
    return null
  }
}
