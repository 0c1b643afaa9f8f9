import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canSeeContacts } from '@studiohub/contract/features/clients/policy.ts'
import { canManageAdmins } from '@studiohub/contract/features/crew/policy.ts'
import { canFindPeople, canSearch } from '@studiohub/contract/features/search/policy.ts'
import { readBookingSearches } from '@studiohub/contract/features/search/rules.ts'
import type { SearchAnswer } from '@studiohub/contract/features/search/schema.ts'
import { FOUND_MAX } from '@studiohub/contract/features/search/words.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import * as queries from './queries.ts'

/**
 * Finds a few people, bookings, projects and cards for a text. For an empty text, or one without words, it lists the next
 * bookings and the projects that changed last.
 */
export function search(caller: Caller, q: string, now: Date): Promise<SearchAnswer> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    authorize(canSearch(actor))
    const studio_id = actor.studio_id ?? fail('FORBIDDEN')
    const scope: queries.SearchFilter = { studio_id, client_id: actor.role === 'client' ? actor.client_id : null, now }
    if (q === '') return listRecent(tx, scope)
    const [[searchedStudio], services] = await pipeline(tx, [
      queries.readSearchWords(studio_id, q),
      queries.listServiceWords(studio_id),
    ])
    if (!searchedStudio || searchedStudio.words.length === 0) return listRecent(tx, scope)
    const filter = {
      ...scope,
      words: searchedStudio.words,
      with_contacts: canSeeContacts(actor, { id: studio_id, ...searchedStudio }),
    }
    return findAll(tx, actor, filter, services)
  })
}

type Services = { key: string; words: string[] }[]

async function findAll(tx: Tx, actor: Actor, input: queries.SearchInput, services: Services): Promise<SearchAnswer> {
  const [first, second] = readBookingSearches(input.words, services)
  const [clients, crew, projects, cards, bookings, moreBookings] = await pipeline(tx, [
    canFindPeople(actor) ? queries.findClients(input) : null,
    // Only admins have a page that shows a crew member.
    canManageAdmins(actor, input.studio_id) ? queries.findCrew(input) : null,
    queries.findProjects(input),
    queries.findCards(input),
    first ? queries.findBookings(input, first) : null,
    second ? queries.findBookings(input, second) : null,
  ])
  const byId = new Map([...bookings, ...moreBookings].map((booking) => [booking.id, booking]))
  const nearest = [...byId.values()].sort((a, b) => a.distance - b.distance).slice(0, FOUND_MAX)
  return {
    people: [...clients, ...crew].slice(0, FOUND_MAX),
    bookings: nearest.map(({ distance, ...booking }) => booking),
    projects,
    cards,
  }
}

async function listRecent(tx: Tx, scope: queries.SearchFilter): Promise<SearchAnswer> {
  const [bookings, projects] = await pipeline(tx, [queries.listNextBookings(scope), queries.listRecentProjects(scope)])
  return { people: [], bookings, projects, cards: [] }
}
