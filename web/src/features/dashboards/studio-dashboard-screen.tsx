import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function StudioDashboardScreen() {
  return <NotBuiltYet title="studio-dashboard">Soon.</NotBuiltYet>
}
