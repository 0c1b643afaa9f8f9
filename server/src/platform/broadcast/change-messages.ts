import { liveTopics } from '@studiohub/contract/shared/live.ts'
import { z } from 'zod'
import type { Change } from '../realtime/realtime.ts'
import type { BroadcastMessage } from './broadcast.ts'

const Row = z.tuple([z.string(), z.enum(liveTopics), z.string(), z.string().nullable(), z.string().nullable()])
const Message = z.union([z.literal('resync'), z.array(Row)])

/** Packs a message into as few payloads of at most `maxBytes` as possible. */
export const packMessage = (message: BroadcastMessage, maxBytes: number): string[] =>
  message === 'resync' ? [JSON.stringify(message)] : packChanges(message, maxBytes)

/**
 * Packs changes into as few payloads as possible.
 * @param maxBytes the longest payload in bytes; a single longer change gets its own payload
 */
export function packChanges(changes: readonly Change[], maxBytes: number): string[] {
  const payloads: string[] = []
  let rows: string[] = []
  let bytes = 2
  for (const { studio_id, topic, id, client_id, user_id } of changes) {
    const row = JSON.stringify([studio_id, topic, id, client_id ?? null, user_id ?? null])
    const size = Buffer.byteLength(row) + 1
    if (rows.length > 0 && bytes + size > maxBytes) {
      payloads.push(`[${rows.join()}]`)
      rows = []
      bytes = 2
    }
    rows.push(row)
    bytes += size
  }
  return rows.length > 0 ? [...payloads, `[${rows.join()}]`] : payloads
}

/** Reads a payload. An unreadable one may contain any change, so it counts as 'resync'. */
export function unpackMessage(payload: string): Change[] | 'resync' {
  try {
    const message = Message.parse(JSON.parse(payload))
    if (message === 'resync') return message
    return message.map(([studio_id, topic, id, client_id, user_id]) => ({ studio_id, topic, id, client_id, user_id }))
  } catch {
    return 'resync'
  }
}
