import type { AuthError } from '@supabase/auth-js'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../lib/api.ts'
import { auth, hasProvider } from '../../lib/auth.ts'
import { signOut } from '../../lib/session.ts'
import { paths } from '../../paths.ts'

// The authentication client answers errors where queries expect them thrown.
async function orThrow<Answer extends { data: unknown; error: AuthError | null }>(
  call: Promise<Answer>,
): Promise<Answer['data']> {
  const { data, error } = await call
  if (error) throw error
  return data
}

/** An address of ours in full, for links that are mailed and for the way back from a provider. */
const inFull = (path: string) => window.location.origin + path

export const useLogin = () =>
  useMutation({
    mutationFn: (input: { email: string; password: string }) => orThrow(auth().signInWithPassword(input)),
    meta: { done: { title: 'Success', description: 'Logged in successfully' }, failed: 'Login failed' },
  })

type NewAccount = {
  full_name: string
  email: string
  password: string
  namespace: string | null
  as: 'client' | 'crew'
}

/** Makes an account. Without a session in the answer the address has to be confirmed first. */
export const useSignup = () =>
  useMutation({
    mutationFn: async ({ full_name, email, password, namespace, as }: NewAccount) => {
      const emailRedirectTo = inFull(paths.callback(namespace ? { namespace, as } : {}))
      const data = namespace ? { full_name, signup_namespace: namespace } : { full_name }
      const { session } = await orThrow(auth().signUp({ email, password, options: { data, emailRedirectTo } }))
      return { confirmed: session !== null }
    },
    meta: { failed: 'Signup failed' },
  })

type Membership = { studio: { id: string; name: string }; as: 'client' | 'crew' }

/** Makes the new account a client of the studio it signed up at, or asks for a place in its crew (spec section 4). */
export const joinStudio = ({ studio, as }: Membership): Promise<unknown> =>
  as === 'crew'
    ? client.roles.createRequest({ studio_id: studio.id, role: 'staff' })
    : client.onboarding.create({ role: 'client', studio_id: studio.id })

export const useJoinStudio = (studioName: string) =>
  useMutation({
    mutationFn: joinStudio,
    meta: {
      done: `Welcome to ${studioName}! Check your email for next steps.`,
      failed: { title: 'Account created, but role assignment failed', description: 'Please contact support.' },
    },
  })

export const useRequestPasswordReset = (namespace: string | null) =>
  useMutation({
    mutationFn: ({ email }: { email: string }) =>
      orThrow(auth().resetPasswordForEmail(email, { redirectTo: inFull(paths.resetPassword({ namespace })) })),
    meta: { done: 'Password reset link sent to your email', failed: 'Error' },
  })

/** The six digits from the email open a session on a device that did not ask for it. */
export const useVerifyRecoveryCode = () =>
  useMutation({
    mutationFn: (input: { email: string; token: string }) => orThrow(auth().verifyOtp({ ...input, type: 'recovery' })),
    meta: { failed: 'Error' },
  })

/** Sets the password; the server ends every other session of the person with it. */
export const useSetPassword = () =>
  useMutation({
    mutationFn: ({ password }: { password: string }) => orThrow(auth().updateUser({ password })),
    meta: { done: 'Password updated successfully', failed: 'Error' },
  })

/** How a recovery link ended: with a session to set a password in, expired, or not at all (no link was followed). */
export async function recoveryState(): Promise<'ready' | 'expired' | 'none'> {
  const { error } = await auth().initialize()
  if (error) return 'expired'
  const { data } = await auth().getSession()
  return data.session ? 'ready' : 'none'
}

/** Leaves for Google; answers false, and stays, where the operator has not set it up. */
export const useGoogleSignIn = () =>
  useMutation({
    mutationFn: async (place: { namespace: string | null; as?: 'client' | 'crew'; next: string | null }) => {
      if (!(await hasProvider('google'))) return false
      const redirectTo = inFull(paths.callback(place))
      await orThrow(auth().signInWithOAuth({ provider: 'google', options: { redirectTo } }))
      return true
    },
    meta: { failed: 'Login failed' },
  })

export const useSignOut = () => useMutation({ mutationFn: signOut, meta: { failed: 'Sign out failed' } })
