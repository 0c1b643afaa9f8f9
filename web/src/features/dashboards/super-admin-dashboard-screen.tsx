import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function SuperAdminDashboardScreen() {
  return <NotBuiltYet title="Dashboard">Here you will see all studios, people and revenue at a glance.</NotBuiltYet>
}
