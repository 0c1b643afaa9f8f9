import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type AuthSettings, auth, callAuth, hasProvider, inFull, readAddress, readSettings } from '../../lib/auth.ts'
import { buttonPageFor } from '../../lib/code-exchange.ts'
import { callOwnAuth } from '../../lib/own-auth.ts'
import { isOnDomain } from '../../lib/page-studio.ts'
import { currentSession, signOut } from '../../lib/session.ts'
import { paths } from '../../paths.ts'

let settings: Promise<AuthSettings> | undefined

// Not a query: the sign-in pages do not load that half of the query library.
function readSettingsOnce() {
  settings ??= readSettings().catch((error: unknown) => {
    settings = undefined
    throw error
  })
  return settings
}

/** The settings of the authentication service, read once per page load; null until they are known. */
export function useAuthSettings(): AuthSettings | null {
  const [known, setKnown] = useState<AuthSettings | null>(null)
  useEffect(() => {
    let isUnmounted = false
    readSettingsOnce().then(
      (answer) => !isUnmounted && setKnown(answer),
      // Without an answer the forms show their defaults, and the server checks what they send.
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [])
  return known
}

/** What a form's captcha earned, where it shows one. */
type Earned = { captchaToken?: string }

export const useLogin = () =>
  useMutation({
    mutationFn: ({ captchaToken, ...input }: { email: string; password: string } & Earned) =>
      callAuth((client) => client.signInWithPassword({ ...input, options: captchaToken ? { captchaToken } : {} })),
    meta: { done: { title: 'Success', description: 'Logged in successfully' }, failed: 'Login failed' },
  })

type NewAccount = {
  full_name: string
  email: string
  password: string
  namespace: string | null
  /** What they become at the studio; null where an invitation says so. */
  as: 'client' | 'crew' | null
  next: string | null
  /** The secret of a mailed invitation: it proves the address, so no second mail is needed. */
  invitation?: string
}

/** Makes an account. Without a session in the answer the address has to be confirmed first. */
export const useSignup = () =>
  useMutation({
    mutationFn: async ({ email, password, captchaToken, ...account }: NewAccount & Earned) => {
      const { full_name, namespace, as, next, invitation } = account
      const emailRedirectTo = inFull(paths.callback(namespace ? { namespace, ...(as && { as }), next } : {}))
      // With the account, so that it is there on whatever device its person first gets in. A session of a studio's own
      // domain cannot forget it again: there the address alone carries it.
      const kept = namespace && as === 'client' && next && !isOnDomain() ? { signup_next: next } : {}
      const invited = invitation ? { invitation_token: invitation } : {}
      const data = { full_name, ...(namespace && { signup_namespace: namespace }), ...kept, ...invited }
      const options = { data, emailRedirectTo, ...(captchaToken && { captchaToken }) }
      const { session } = await callAuth((client) => client.signUp({ email, password, options }))
      return { confirmed: session !== null }
    },
    meta: { failed: 'Signup failed' },
  })

/** Forgets the page that was asked for before the sign-up: its person has got in. */
export const forgetSignupNext = () =>
  auth()
    .then((client) => client.updateUser({ data: { signup_next: null } }))
    // Then it is forgotten another time: nobody waits for it.
    .catch(() => undefined)

type Membership = { studio: { id: string; name: string }; as: 'client' | 'crew' }

/** Makes the new account a client of the studio it signed up at, or asks for a place in its crew (spec section 4). */
export async function joinStudio({ studio, as }: Membership): Promise<unknown> {
  const { client } = await import('../../lib/api.ts')
  return as === 'crew'
    ? client.roles.createRequest({ studio_id: studio.id, role: 'staff' })
    : client.onboarding.create({ role: 'client', studio_id: studio.id })
}

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
    mutationFn: ({ email, captchaToken }: { email: string } & Earned) => {
      const redirectTo = inFull(paths.resetPassword({ namespace }))
      return callAuth((client) =>
        client.resetPasswordForEmail(email, { redirectTo, ...(captchaToken && { captchaToken }) }),
      )
    },
    meta: { done: 'Password reset link sent to your email', failed: 'Error' },
  })

/** The six digits from the email open a session on a device that did not ask for it. */
export const useVerifyRecoveryCode = () =>
  useMutation({
    mutationFn: (input: { email: string; token: string }) =>
      callAuth((client) => client.verifyOtp({ ...input, type: 'recovery' })),
    meta: { failed: 'Error' },
  })

/** What a mailed link may be for, where a button confirms it. */
export const linkTypes = ['signup', 'magiclink', 'recovery', 'email_change'] as const
export type LinkType = (typeof linkTypes)[number]

/** Sends a mailed link's token. Of the two mailboxes of a change of address the first one brings no session. */
export const useConfirmLink = () =>
  useMutation({
    mutationFn: async (link: { token_hash: string; type: LinkType }) => {
      const { session } = await callAuth((client) => client.verifyOtp(link))
      return session ? ('done' as const) : ('half' as const)
    },
    meta: { failed: 'Error' },
  })

/** Confirms the address of the welcome mail's reader: with the session of this browser, or the password. */
export const useConfirmWelcome = () =>
  useMutation({
    mutationFn: (given: { token_hash: string; password?: string }) => callOwnAuth('/welcome/confirm', given),
  })

/** Ends an account that somebody else made with the reader's address. */
export const useRejectWelcome = () =>
  useMutation({
    mutationFn: (given: { token_hash: string }) => callOwnAuth('/welcome/reject', given),
    meta: { failed: 'Error' },
  })

/** The six digits of a sign-up's mail, for people who read their email elsewhere; a wrong one is told at its field. */
export const useConfirmSignup = () =>
  useMutation({
    mutationFn: (input: { email: string; token: string }) =>
      callAuth((client) => client.verifyOtp({ ...input, type: 'signup' })),
  })

/** Sends a sign-up's mail once more. */
export const useResendSignup = (namespace: string | null) =>
  useMutation({
    mutationFn: ({ email, captchaToken }: { email: string } & Earned) => {
      const options = { emailRedirectTo: inFull(paths.callback({ namespace })), ...(captchaToken && { captchaToken }) }
      return callAuth((client) => client.resend({ type: 'signup', email, options }))
    },
    meta: { done: 'If this address still has to be confirmed, another email is on its way', failed: 'Error' },
  })

/** Sets the password; the server ends every other session of the person with it. */
export const useSetPassword = () =>
  useMutation({
    mutationFn: ({ password }: { password: string }) => callAuth((client) => client.updateUser({ password })),
    meta: { done: 'Password updated successfully', failed: 'Error' },
  })

/**
 * How a recovery link ended: with a session to set a password in, expired, at the page with the button because another
 * browser asked for it, or not at all (no link was followed).
 */
export async function recoveryState(): Promise<'ready' | 'expired' | 'none' | { button: string }> {
  const opened = new URL(window.location.href)
  const error = await readAddress(opened)
  const button = buttonPageFor(opened, error)
  if (button) return { button }
  if (error) return 'expired'
  return (await currentSession()) ? 'ready' : 'none'
}

/** Leaves for Google; answers false, and stays, where the operator has not set it up. */
export const useGoogleSignIn = () =>
  useMutation({
    mutationFn: async (place: { namespace: string | null; as?: 'client' | 'crew'; next: string | null }) => {
      if (!(await hasProvider('google'))) return false
      const redirectTo = inFull(paths.callback(place))
      await callAuth((client) => client.signInWithOAuth({ provider: 'google', options: { redirectTo } }))
      return true
    },
    meta: { failed: 'Login failed' },
  })

/** Ends the session of this device, or of all devices of the person. */
export const useSignOut = (scope: 'local' | 'global' = 'local') =>
  useMutation({ mutationFn: () => signOut(scope), meta: { failed: 'Sign out failed' } })
