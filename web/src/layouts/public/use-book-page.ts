import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { useOutletContext } from 'react-router'
import type { Offer } from '#features/bookings/preview/model/offer.ts'

/** The studio of the booking page and its services. */
export type BookPageContext = { studio: PublicStudio; offer: Offer }

export const useBookPage = () => useOutletContext<BookPageContext>()
