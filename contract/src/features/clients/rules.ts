import { CLIENT_NOTES_MAX, CLIENT_TAGS_MAX, type Client, type ClientChanges } from './schema.ts'

/**
 * Merges two records of one client. Missing fields come from the other record, tags and notes from both. A client with
 * an account keeps their email address.
 * @returns the changes of the kept record
 */
export function mergeRecords(kept: Client, other: Client) {
  const notes = [kept.notes, other.notes].filter((text) => text !== '').join('\n\n')
  return {
    ...(kept.name === null && other.name !== null && { name: other.name }),
    ...(kept.user_id === null && { email: kept.email ?? other.email }),
    phone: kept.phone ?? other.phone,
    company: kept.company ?? other.company,
    language: kept.language ?? other.language,
    tax_number: kept.tax_number ?? other.tax_number,
    reverse_charge: kept.reverse_charge || (kept.tax_number === null && other.reverse_charge),
    tags: [...new Set([...kept.tags, ...other.tags])].slice(0, CLIENT_TAGS_MAX),
    notes: [...notes].slice(0, CLIENT_NOTES_MAX).join(''),
  } satisfies ClientChanges
}
