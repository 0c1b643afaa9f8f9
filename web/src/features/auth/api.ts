import { useMutation } from '@tanstack/react-query'
import { signOut } from '../../lib/session.ts'

export const useSignOut = () => useMutation({ mutationFn: signOut, meta: { failed: 'Sign out failed' } })
