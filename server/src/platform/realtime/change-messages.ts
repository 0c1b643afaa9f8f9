import { liveTopics } from '@studiohub/contract/shared/live.ts'
import { z } from 'zod'
import type { Change } from './realtime.ts'

// PostgreSQL limits payloads to fewer than 8000 bytes (NOTIFY).
const PAYLOAD_MAX_BYTES = 7_900

const Row = z.tuple([z.string(), z.enum(liveTopics), z.string(), z.string().nullable(), z.string().nullable()])

/** A message between processes: changes, or `resync` if changes were lost and all screens must load again. */
const ChangesMessage = z.union([z.literal('resync'), z.array(Row)])

export const RESYNC_MESSAGE = JSON.stringify('resync')

/** Packs changes into as few payloads as possible. */
export function packChanges(changes: readonly Change[]): string[] {
  const payloads: string[] = []
  let rows: string[] = []
  let bytes = 2
  for (const { studio_id, topic, id, client_id, user_id } of changes) {
    const row = JSON.stringify([studio_id, topic, id, client_id ?? null, user_id ?? null])
    const size = Buffer.byteLength(row) + 1
    if (rows.length > 0 && bytes + size > PAYLOAD_MAX_BYTES) {
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
export function unpackChanges(payload: string): Change[] | 'resync' {
  try {
    const notice = ChangesMessage.parse(JSON.parse(payload))
    if (notice === 'resync') return notice
    return notice.map(([studio_id, topic, id, client_id, user_id]) => ({ studio_id, topic, id, client_id, user_id }))
  } catch {
    return 'resync'
  }
}
