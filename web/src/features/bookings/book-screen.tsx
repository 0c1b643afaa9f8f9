import { useBookPlace } from '../../layouts/use-book-place.ts'
import { PublicBooking } from './preview/components/public-booking.tsx'

export default function BookScreen() {
  return <PublicBooking {...useBookPlace()} />
}
