import { pickErrors, route } from '../../route.ts'
import { SearchAnswer, SearchQuery } from './schema.ts'

export const search = {
  /**
   * Finds clients, crew, bookings, projects and cards of the caller's studio, a few of each. Every typed word must begin a
   * word of the result. Accents and case are ignored.
   */
  list: route
    .route({ method: 'GET', path: '/search' })
    .input(SearchQuery)
    .output(SearchAnswer)
    .errors(pickErrors('FORBIDDEN')),
}
