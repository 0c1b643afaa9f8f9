import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function PendingApprovalScreen() {
  return <NotBuiltYet title="pending-approval">Soon.</NotBuiltYet>
}
