import { isMac, mac } from '../auth/secrets.ts'
import { FileKey } from './files.ts'

/** The path of private files, for everyone with a link that has not expired (spec section 7, storage). */
export const SIGNED_FILES = '/storage/v1/object/sign'

const VALID_MS = 10 * 60_000
// The link of a file stays the same for five minutes, so that a reloaded screen does not fetch the file again.
const STEP_MS = 5 * 60_000

/**
 * The file that a link serves, with its name and content type. With `session_id`, the link works only for this session, and
 * each request checks whether its person may read the file.
 */
export type LinkedFile = { key: string; name: string; content_type: string; session_id?: string }

const PURPOSE = 'file-link'
const signedParts = ({ key, name, content_type, session_id }: LinkedFile, until: string) => [
  key,
  name,
  content_type,
  until,
  ...(session_id === undefined ? [] : [session_id]),
]

/** A link to a file that works for 10 to 15 minutes: for everyone who has it, or for one session. */
export function linkTo(file: LinkedFile, now: Date): string {
  const until = String(Math.floor(now.getTime() / STEP_MS) * STEP_MS + STEP_MS + VALID_MS)
  const { name, content_type: type, session_id: session } = file
  return `${SIGNED_FILES}/${FileKey.parse(file.key)}?${new URLSearchParams({ name, type, until, ...(session && { session }), token: mac(PURPOSE, ...signedParts(file, until)) })}`
}

/** The file of a link, or null if the link was changed or has expired. */
export function fileOfLink(key: string, query: Record<string, unknown>, now: Date): LinkedFile | null {
  const { name, type, until, token, session } = query
  const isKey = FileKey.safeParse(key).success
  if (!isKey || typeof name !== 'string' || typeof type !== 'string' || typeof until !== 'string') return null
  if (session !== undefined && typeof session !== 'string') return null
  const file = { key, name, content_type: type, ...(session !== undefined && { session_id: session }) }
  if (typeof token !== 'string' || !isMac(token, PURPOSE, ...signedParts(file, until))) return null
  return Number(until) > now.getTime() ? file : null
}
