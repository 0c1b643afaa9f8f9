import { useAction } from '#lib/server/use-action.ts'
import { signOut } from '#lib/session/session.ts'

/** Ends the session of this device, or of all devices. */
export const useSignOut = (scope: 'local' | 'global' = 'local') =>
  useAction({ send: () => signOut(scope), failed: 'Sign out failed' })
