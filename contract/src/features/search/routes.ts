import { pickErrors, route } from '../../route.ts'
import { SearchAnswer, SearchQuery } from './schema.ts'

export const search = {
  /**
   * Clients, crew, bookings, projects and cards of the caller's studio in which a word begins with each typed word, a few of
   * each. Accents and case do not count.
   */
  list: route
    .route({ method: 'GET', path: '/search' })
    .input(SearchQuery)
    .output(SearchAnswer)
    .errors(pickErrors('FORBIDDEN')),
}
