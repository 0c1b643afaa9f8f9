import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function PartnerDashboardScreen() {
  return <NotBuiltYet title="Partner dashboard">Here you will see your application and your referrals.</NotBuiltYet>
}
