import { z } from 'zod'
import type { BroadcastMessage } from './broadcast.ts'
import { packMessage, unpackMessage } from './change-messages.ts'

// Sender, number of messages, content. `beat` means that the sender still runs, and `bye` that it stops.
const Envelope = z.tuple([z.string(), z.int().min(0), z.string()])

/** The subject of messages for all studios: `resync`, `beat` and `bye`. No studio has this id. */
const FOR_ALL = 'all'
const ENVELOPE_BYTES = 100
/** An envelope makes a payload longer, because each quotation mark becomes two characters. */
const GROWTH_MAX = 1.5

/** The sender, and how many messages it has sent, this one included. */
type MessageNumber = { from: string; number: number }
export type NatsMessage = MessageNumber & { content: BroadcastMessage | 'beat' | 'bye' }

/** Packs a message into payloads, each with the subject of its studio. */
export function packForSubjects(message: BroadcastMessage, maxBytes: number): { subject: string; content: string }[] {
  if (message === 'resync') return [{ subject: FOR_ALL, content: JSON.stringify(message) }]
  const limit = Math.floor((maxBytes - ENVELOPE_BYTES) / GROWTH_MAX)
  return [...Map.groupBy(message, ({ studio_id }) => studio_id)].flatMap(([subject, changes]) =>
    packMessage(changes, limit).map((content) => ({ subject, content })),
  )
}

export const heartbeatMessage = { subject: FOR_ALL, content: 'beat' }
export const goodbyeMessage = { subject: FOR_ALL, content: 'bye' }

/** Adds who sent the message and its number, by which receivers notice a gap. */
export const wrapContent = ({ from, number }: MessageNumber, content: string) => JSON.stringify([from, number, content])

/** Reads a payload. @returns null for one that no version of the product sends; it may contain any change */
export function unwrapMessage(payload: string): NatsMessage | null {
  try {
    const [from, number, content] = Envelope.parse(JSON.parse(payload))
    return { from, number, content: content === 'beat' || content === 'bye' ? content : unpackMessage(content) }
  } catch {
    return null
  }
}
