import { isMac, mac } from '../auth/secrets.ts'
import { FileKey } from './files.ts'

/** The path of private files, for anyone with a link that has not expired (spec section 7, storage). */
export const SIGNED_FILES = '/storage/v1/object/sign'

const LASTS_MS = 10 * 60_000
// Within its part of an hour a file has one address, so that a screen that reads again need not load it again.
const STEP_MS = 5 * 60_000

/** A file as its link gives it out: under which name and as what. */
export type LinkedFile = { key: string; name: string; content_type: string }

const PURPOSE = 'file-link'
const signedParts = ({ key, name, content_type }: LinkedFile, until: string) => [key, name, content_type, until]

/** An address from which the file can be fetched for some minutes, by anyone who has it, as often as they like. */
export function linkTo(file: LinkedFile, now: Date): string {
  const until = String(Math.floor(now.getTime() / STEP_MS) * STEP_MS + STEP_MS + LASTS_MS)
  const { name, content_type: type } = file
  return `${SIGNED_FILES}/${FileKey.parse(file.key)}?${new URLSearchParams({ name, type, until, token: mac(PURPOSE, ...signedParts(file, until)) })}`
}

/** The file behind a link, or null where the link was changed or has ended. */
export function fileBehind(key: string, query: Record<string, unknown>, now: Date): LinkedFile | null {
  const { name, type, until, token } = query
  const known = FileKey.safeParse(key).success
  if (!known || typeof name !== 'string' || typeof type !== 'string' || typeof until !== 'string') return null
  const file = { key, name, content_type: type }
  if (typeof token !== 'string' || !isMac(token, PURPOSE, ...signedParts(file, until))) return null
  return Number(until) > now.getTime() ? file : null
}
