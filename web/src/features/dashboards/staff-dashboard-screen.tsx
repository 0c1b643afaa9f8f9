import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function StaffDashboardScreen() {
  return (
    <NotBuiltYet title="Dashboard">Here you will see today's sessions, your tasks and who has checked in.</NotBuiltYet>
  )
}
