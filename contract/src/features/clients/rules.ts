import { CLIENT_NOTES_MAX, CLIENT_TAGS_MAX, type Client, type ClientChanges } from './schema.ts'

/**
 * Merges two records of one client. Missing fields come from the other record, tags and notes from both. A client with
 * an account keeps their email address.
 * @returns the changes of the kept record
 */
export function mergeRecords(survivor: Client, other: Client) {
  const notes = [survivor.notes, other.notes].filter((text) => text !== '').join('\n\n')
  return {
    ...(survivor.name === null && other.name !== null && { name: other.name }),
    ...(survivor.user_id === null && { email: survivor.email ?? other.email }),
    phone: survivor.phone ?? other.phone,
    company: survivor.company ?? other.company,
    language: survivor.language ?? other.language,
    tax_number: survivor.tax_number ?? other.tax_number,
    reverse_charge: survivor.reverse_charge || (survivor.tax_number === null && other.reverse_charge),
    tags: [...new Set([...survivor.tags, ...other.tags])].slice(0, CLIENT_TAGS_MAX),
    notes: [...notes].slice(0, CLIENT_NOTES_MAX).join(''),
  } satisfies ClientChanges
}
