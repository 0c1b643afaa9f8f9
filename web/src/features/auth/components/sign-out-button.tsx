import { LogOut } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { useSignOut } from '../api.ts'

/** Signing out on this device; the watch over the session then leads to the sign-in page. */
export function SignOutButton() {
  const leave = useSignOut()
  return (
    <Button look="secondary" onClick={() => leave.mutate()} pending={leave.isPending} pendingText="Signing out...">
      <LogOut aria-hidden />
      Sign Out
    </Button>
  )
}
