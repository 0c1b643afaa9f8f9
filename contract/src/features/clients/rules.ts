import { CLIENT_NOTES_MAX, CLIENT_TAGS_MAX, type Client, type ClientChanges } from './schema.ts'

/**
 * Merges two records of one client. Missing fields come from the duplicate, tags and notes from both. A client with
 * an account keeps their email address.
 * @returns the changes of the kept record
 */
export function mergeRecords(survivor: Client, duplicate: Client) {
  const notes = [survivor.notes, duplicate.notes].filter((text) => text !== '').join('\n\n')
  return {
    ...(survivor.name === null && duplicate.name !== null && { name: duplicate.name }),
    ...(survivor.user_id === null && { email: survivor.email ?? duplicate.email }),
    phone: survivor.phone ?? duplicate.phone,
    company: survivor.company ?? duplicate.company,
    language: survivor.language ?? duplicate.language,
    tax_number: survivor.tax_number ?? duplicate.tax_number,
    reverse_charge: survivor.reverse_charge || (survivor.tax_number === null && duplicate.reverse_charge),
    tags: [...new Set([...survivor.tags, ...duplicate.tags])].slice(0, CLIENT_TAGS_MAX),
    notes: [...notes].slice(0, CLIENT_NOTES_MAX).join(''),
  } satisfies ClientChanges
}
