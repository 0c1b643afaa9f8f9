import { listMatchKeys } from '../../clients/imports/rules.ts'
import { NewGuest } from '../../clients/schema.ts'
import type { TableLine } from '../table/rules.ts'
import type { ImportField } from '../words.ts'

/** A client as a line of a file names them. */
export type ImportedPerson = { name: string; email: string; phone: string }
export type KnownPerson = { id: string; name: string | null; email: string | null; phone: string | null }
/** A client that the import adds. `place` is their index among the new clients, the same for all lines of one person. */
export type NewPerson = { place: number; name: string; email: string | null; phone: string | null }
export type FoundPerson = { known: KnownPerson } | { fresh: NewPerson } | { problem: string; field: ImportField }

/** The client of a line; null if its cells are empty. */
export function parsePerson({ cell }: TableLine): ImportedPerson | null {
  const joined = [cell('first_name'), cell('last_name')].filter(Boolean).join(' ')
  const [name, email, phone] = [cell('client_name') || joined, cell('client_email'), cell('client_phone')]
  return name || email || phone ? { name, email, phone } : null
}

const normalizeName = (name: string) => name.trim().toLowerCase().normalize('NFC').replaceAll(/\s+/g, ' ')

/**
 * Matches the clients of a file with those of the studio: by email address, then phone number, then a name that only one client has.
 * A person without a match is new, and is added to `newClients` only once.
 */
export function createClientMatcher(known: readonly KnownPerson[]) {
  const byKey = new Map<string, KnownPerson | NewPerson>()
  const byName = new Map<string, (KnownPerson | NewPerson)[]>()
  const remember = (person: KnownPerson | NewPerson) => {
    const { email, phone } = listMatchKeys(person)
    for (const key of [email && `email ${email}`, phone && `phone ${phone}`])
      if (key && !byKey.has(key)) byKey.set(key, person)
    const name = normalizeName(person.name ?? '')
    if (name) byName.set(name, [...(byName.get(name) ?? []), person])
  }
  known.forEach(remember)
  const newClients: NewPerson[] = []
  const match = (person: ImportedPerson): FoundPerson => {
    const { email, phone } = listMatchKeys(person.email || person.phone ? emptyAsNull(person) : { name: person.name })
    const sameContact = (email && byKey.get(`email ${email}`)) || (phone && byKey.get(`phone ${phone}`))
    if (sameContact) return toFoundPerson(sameContact)
    const namesakes = byName.get(normalizeName(person.name)) ?? []
    // Two addresses mean two people, even with the same name.
    const candidates = namesakes.filter((namesake) => (!email || !namesake.email) && (!phone || !namesake.phone))
    if (candidates.length > 1 && !email && !phone)
      return {
        problem: `${candidates.length} clients are called ${person.name}. Add a column with their email addresses.`,
        field: 'client_name',
      }
    const [only] = candidates
    if (only && candidates.length === 1) return toFoundPerson(only)
    const parsed = NewGuest.safeParse({ ...emptyAsNull(person), name: person.name || nameFrom(person) })
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return {
        problem: issue?.message ?? 'Please enter a name',
        field: fieldNames[String(issue?.path[0])] ?? 'client_name',
      }
    }
    const newClient = {
      ...parsed.data,
      place: newClients.length,
      email: parsed.data.email ?? null,
      phone: parsed.data.phone ?? null,
    }
    newClients.push(newClient)
    remember(newClient)
    return { fresh: newClient }
  }
  return { match, newClients }
}

const fieldNames: Record<string, ImportField> = { name: 'client_name', email: 'client_email', phone: 'client_phone' }
const toFoundPerson = (person: KnownPerson | NewPerson): FoundPerson =>
  'place' in person ? { fresh: person } : { known: person }
const emptyAsNull = ({ name, email, phone }: ImportedPerson) => ({ name, email: email || null, phone: phone || null })
const nameFrom = ({ email, phone }: ImportedPerson) => email.split('@')[0] || (phone && `Client ${phone}`)
