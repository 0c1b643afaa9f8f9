import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function BookingsScreen() {
  return <NotBuiltYet title="Bookings">Here you will see and manage your studio's bookings.</NotBuiltYet>
}
