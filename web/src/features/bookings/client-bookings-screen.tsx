import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function ClientBookingsScreen() {
  return <NotBuiltYet title="Bookings">Here you will book time in the studio.</NotBuiltYet>
}
