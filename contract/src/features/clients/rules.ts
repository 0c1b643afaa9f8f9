import { CLIENT_NOTES_MAX, CLIENT_TAGS_MAX, type Client, type ClientChanges } from './schema.ts'

/**
 * What the kept of two records of one client becomes: what it lacks comes from the other, tags and notes from both. The
 * address of a client with an account stays theirs.
 */
export function mergeRecords(kept: Client, other: Client) {
  const notes = [kept.notes, other.notes].filter((text) => text !== '').join('\n\n')
  return {
    ...(kept.name === null && other.name !== null && { name: other.name }),
    ...(kept.user_id === null && { email: kept.email ?? other.email }),
    phone: kept.phone ?? other.phone,
    company: kept.company ?? other.company,
    language: kept.language ?? other.language,
    tags: [...new Set([...kept.tags, ...other.tags])].slice(0, CLIENT_TAGS_MAX),
    notes: [...notes].slice(0, CLIENT_NOTES_MAX).join(''),
  } satisfies ClientChanges
}
