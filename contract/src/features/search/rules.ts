type SearchedService = { key: string; words: readonly string[] }

/** One way to read a search for bookings: of clients with all these words, and of these services; null: any. */
export type BookingSearch = { client_words: readonly string[] | null; services: readonly string[] | null }

/**
 * The ways to read typed words as a search for bookings. All words may be about the client; words that begin a word of a
 * service's label may be about the service. "ada mix" finds the mixing sessions of Ada.
 * @param words normalized like the words of services
 */
export function readBookingSearches(words: readonly string[], services: readonly SearchedService[]): BookingSearch[] {
  if (words.length === 0) return []
  const matchesService = (word: string, service: SearchedService) => service.words.some((part) => part.startsWith(word))
  const serviceWords = words.filter((word) => services.some((service) => matchesService(word, service)))
  const matchingServices = services
    .filter((service) => serviceWords.every((word) => matchesService(word, service)))
    .map(({ key }) => key)
  const clientWords = words.filter((word) => !serviceWords.includes(word))
  const ofClient: BookingSearch = { client_words: words, services: null }
  if (serviceWords.length === 0 || matchingServices.length === 0) return [ofClient]
  return [ofClient, { client_words: clientWords.length > 0 ? clientWords : null, services: matchingServices }]
}
