import { LogOut } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { useSignOut } from '../sign-out-api.ts'

/** Signs out on this device; the session watch then opens the sign-in page. */
export function SignOutButton() {
  const signOut = useSignOut()
  return (
    <Button look="secondary" onClick={() => signOut.mutate()} pending={signOut.isPending} pendingText="Signing out...">
      <LogOut aria-hidden />
      Sign Out
    </Button>
  )
}
