import { keysOf } from '../../clients/imports/rules.ts'
import { NewGuest } from '../../clients/schema.ts'
import type { TableLine } from '../table/rules.ts'
import type { ImportField } from '../words.ts'

/** A client as a line of a file names them. */
export type Person = { name: string; email: string; phone: string }
export type KnownPerson = { id: string; name: string | null; email: string | null; phone: string | null }
/** A client that comes in with the file; `place` is the same for all lines of one person. */
export type NewPerson = { place: number; name: string; email: string | null; phone: string | null }
export type FoundPerson = { known: KnownPerson } | { fresh: NewPerson } | { problem: string; field: ImportField }

/** The client of a line; null if its cells are empty. */
export function personOf({ cell }: TableLine): Person | null {
  const joined = [cell('first_name'), cell('last_name')].filter(Boolean).join(' ')
  const [name, email, phone] = [cell('client_name') || joined, cell('client_email'), cell('client_phone')]
  return name || email || phone ? { name, email, phone } : null
}

const plain = (name: string) => name.trim().toLowerCase().normalize('NFC').replaceAll(/\s+/g, ' ')

/**
 * Finds the clients of a file among those of the studio: by email address, then phone number, then a name that only one client has.
 * Others are new, each once.
 */
export function findPeople(known: readonly KnownPerson[]) {
  const byKey = new Map<string, KnownPerson | NewPerson>()
  const byName = new Map<string, (KnownPerson | NewPerson)[]>()
  const remember = (person: KnownPerson | NewPerson) => {
    const { email, phone } = keysOf(person)
    for (const key of [email && `email ${email}`, phone && `phone ${phone}`])
      if (key && !byKey.has(key)) byKey.set(key, person)
    const name = plain(person.name ?? '')
    if (name) byName.set(name, [...(byName.get(name) ?? []), person])
  }
  known.forEach(remember)
  const fresh: NewPerson[] = []
  const find = (person: Person): FoundPerson => {
    const { email, phone } = keysOf(person.email || person.phone ? emptyAsNull(person) : { name: person.name })
    const same = (email && byKey.get(`email ${email}`)) || (phone && byKey.get(`phone ${phone}`))
    if (same) return asFound(same)
    const named = byName.get(plain(person.name)) ?? []
    // Another address is another person, also with the same name.
    const candidates = named.filter((one) => !email || !one.email).filter((one) => !phone || !one.phone)
    if (candidates.length > 1 && !email && !phone)
      return {
        problem: `${candidates.length} clients are called ${person.name}. Add a column with their email addresses.`,
        field: 'client_name',
      }
    const [only] = candidates
    if (only && candidates.length === 1) return asFound(only)
    const read = NewGuest.safeParse({ ...emptyAsNull(person), name: person.name || nameFrom(person) })
    if (!read.success) {
      const [issue] = read.error.issues
      return {
        problem: issue?.message ?? 'Please enter a name',
        field: fieldNames[String(issue?.path[0])] ?? 'client_name',
      }
    }
    const made = { ...read.data, place: fresh.length, email: read.data.email ?? null, phone: read.data.phone ?? null }
    fresh.push(made)
    remember(made)
    return { fresh: made }
  }
  return { find, fresh }
}

const fieldNames: Record<string, ImportField> = { name: 'client_name', email: 'client_email', phone: 'client_phone' }
const asFound = (person: KnownPerson | NewPerson): FoundPerson =>
  'place' in person ? { fresh: person } : { known: person }
const emptyAsNull = ({ name, email, phone }: Person) => ({ name, email: email || null, phone: phone || null })
const nameFrom = ({ email, phone }: Person) => email.split('@')[0] || (phone && `Client ${phone}`)
