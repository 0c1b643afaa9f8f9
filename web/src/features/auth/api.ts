import { useEffect, useState } from 'react'
import { isOnDomain } from '#lib/page/page-studio.ts'
import { useAction } from '#lib/server/use-action.ts'
import {
  type AuthSettings,
  auth,
  callAuth,
  handleSignInResult,
  hasProvider,
  readSettings,
  toFullUrl,
} from '#lib/session/auth.ts'
import { buttonPageFor } from '#lib/session/code-exchange.ts'
import { callOwnAuth } from '#lib/session/own-auth.ts'
import { currentSession, signOut } from '#lib/session/session.ts'
import { paths } from '#paths.ts'

type KnownSettings = { settings: AuthSettings | null; isPending: boolean }

let reading: Promise<AuthSettings> | undefined
let known: KnownSettings = { settings: null, isPending: true }

// Not a query: the sign-in pages do not load that half of the query library.
function readSettingsOnce(): Promise<KnownSettings> {
  reading ??= readSettings()
  return reading.then(
    (settings) => {
      known = { settings, isPending: false }
      return known
    },
    // Without an answer the forms show their defaults, and the server checks what they send.
    () => {
      reading = undefined
      return { settings: null, isPending: false }
    },
  )
}

/** The settings of the authentication service, read once per page load. They stay null where they cannot be read. */
export function useAuthSettingsRead(): KnownSettings {
  const [shown, setShown] = useState(known)
  useEffect(() => {
    let isUnmounted = false
    void readSettingsOnce().then((now) => !isUnmounted && setShown(now))
    return () => {
      isUnmounted = true
    }
  }, [])
  return shown
}

/** The same; null until they are known. */
export const useAuthSettings = (): AuthSettings | null => useAuthSettingsRead().settings

/** What a form's captcha earned, where it shows one. */
type Earned = { captchaToken?: string }

export const useLogin = () =>
  useAction({
    send: ({ captchaToken, ...input }: { email: string; password: string } & Earned) =>
      callAuth((client) => client.signInWithPassword({ ...input, options: captchaToken ? { captchaToken } : {} })),
    done: { title: 'Success', description: 'Logged in successfully' },
    failed: 'Login failed',
  })

type AuthDestination = Parameters<typeof paths.callback>[0]

/** Mails a link and six digits that sign in without the password. */
export const useMailSignInCode = (place: AuthDestination) =>
  useAction({
    send: ({ email, captchaToken }: { email: string } & Earned) => {
      const options = { shouldCreateUser: false, emailRedirectTo: toFullUrl(paths.callback(place)) }
      return callAuth((client) =>
        client.signInWithOtp({ email, options: { ...options, ...(captchaToken && { captchaToken }) } }),
      )
    },
    failed: 'Error',
  })

/** Signs in with the six digits of that mail; a wrong one is told at its field. */
export const useSignInByCode = () =>
  useAction({
    // Not `email`, which also accepts the digits of a sign-up: a stranger may have signed up with the address.
    send: (input: { email: string; token: string }) =>
      callAuth((client) => client.verifyOtp({ ...input, type: 'magiclink' })),
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
  useAction({
    send: async ({ email, password, captchaToken, ...account }: NewAccount & Earned) => {
      const { full_name, namespace, as, next, invitation } = account
      const emailRedirectTo = toFullUrl(paths.callback(namespace ? { namespace, ...(as && { as }), next } : {}))
      // With the account, so that it is there on whatever device its person first gets in. A session of a studio's own
      // domain cannot forget it again: there the address alone carries it.
      const kept = namespace && as === 'client' && next && !isOnDomain() ? { signup_next: next } : {}
      const invited = invitation ? { invitation_token: invitation } : {}
      const data = { full_name, ...(namespace && { signup_namespace: namespace }), ...kept, ...invited }
      const options = { data, emailRedirectTo, ...(captchaToken && { captchaToken }) }
      const { session } = await callAuth((client) => client.signUp({ email, password, options }))
      return { confirmed: session !== null }
    },
    failed: 'Signup failed',
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
  const { client } = await import('#lib/server/api.ts')
  return as === 'crew'
    ? client.roles.createRequest({ studio_id: studio.id, role: 'staff' })
    : client.onboarding.create({ role: 'client', studio_id: studio.id })
}

export const useJoinStudio = (studioName: string) =>
  useAction({
    send: joinStudio,
    done: `Welcome to ${studioName}! Check your email for next steps.`,
    failed: { title: 'Account created, but role assignment failed', description: 'Please contact support.' },
  })

export const useRequestPasswordReset = (namespace: string | null) =>
  useAction({
    send: ({ email, captchaToken }: { email: string } & Earned) => {
      const redirectTo = toFullUrl(paths.resetPassword({ namespace }))
      return callAuth((client) =>
        client.resetPasswordForEmail(email, { redirectTo, ...(captchaToken && { captchaToken }) }),
      )
    },
    done: 'Password reset link sent to your email',
    failed: 'Error',
  })

/** The six digits from the email open a session on a device that did not ask for it. */
export const useVerifyRecoveryCode = () =>
  useAction({
    send: (input: { email: string; token: string }) =>
      callAuth((client) => client.verifyOtp({ ...input, type: 'recovery' })),
    failed: 'Error',
  })

/** What a mailed link may be for, where a button confirms it. */
export const linkTypes = ['magiclink', 'recovery', 'email_change'] as const
export type LinkType = (typeof linkTypes)[number]

/** Sends a mailed link's token. Of the two mailboxes of a change of address the first one brings no session. */
export const useConfirmLink = () =>
  useAction({
    send: async (link: { token_hash: string; type: LinkType }) => {
      const { session } = await callAuth((client) => client.verifyOtp(link))
      return session ? ('done' as const) : ('half' as const)
    },
    failed: 'Error',
  })

/**
 * Confirms the address of a sign-up on another device. Without the password of the sign-up, that password ends: a
 * stranger may have chosen it.
 */
export const useConfirmSignupLink = () =>
  useAction({
    send: (link: { token_hash: string; password?: string }) => {
      const proof = { ...link, type: 'signup' as const }
      return callAuth((client) => client.verifyOtp(proof))
    },
  })

/** Confirms the address of the welcome mail's reader: with the session of this browser, or the password. */
export const useConfirmWelcome = () =>
  useAction({
    send: (given: { token_hash: string; password?: string }) => callOwnAuth('/welcome/confirm', given),
  })

/** Ends an account that a stranger made with the reader's address. @returns when its second factor ends, if it has one */
export const useRejectWelcome = () =>
  useAction({
    send: async (given: { token_hash: string }) => {
      const answer = await callOwnAuth('/welcome/reject', given)
      const factors_end_at = typeof answer === 'object' && answer && 'factors_end_at' in answer && answer.factors_end_at
      return typeof factors_end_at === 'string' ? factors_end_at : null
    },
    failed: 'Error',
  })

/** Ends a second factor that its owner did not add, and every way to sign in with it. */
export const useRejectFactor = () =>
  useAction({
    send: (given: { token_hash: string }) => callOwnAuth('/factors/reject', given),
    failed: 'Error',
  })

/** The six digits of a sign-up's mail, for people who read their email elsewhere; a wrong one is told at its field. */
export const useConfirmSignup = () =>
  useAction({
    send: (input: { email: string; token: string }) =>
      callAuth((client) => client.verifyOtp({ ...input, type: 'signup' })),
  })

/** Sends a sign-up's mail once more. */
export const useResendSignup = (namespace: string | null) =>
  useAction({
    send: ({ email, captchaToken }: { email: string } & Earned) => {
      const options = {
        emailRedirectTo: toFullUrl(paths.callback({ namespace })),
        ...(captchaToken && { captchaToken }),
      }
      return callAuth((client) => client.resend({ type: 'signup', email, options }))
    },
    done: 'If this address still has to be confirmed, another email is on its way',
    failed: 'Error',
  })

/** Sets the password; the server ends every other session of the person with it. */
export const useSetPassword = () =>
  useAction({
    send: ({ password }: { password: string }) => callAuth((client) => client.updateUser({ password })),
    done: 'Password updated successfully',
    failed: 'Error',
  })

/**
 * How a recovery link ended: with a session to set a password in, expired, at the page with the button because another
 * browser asked for it, or not at all (no link was followed).
 */
export async function recoveryState(): Promise<'ready' | 'expired' | 'none' | { button: string }> {
  const opened = new URL(window.location.href)
  const error = await handleSignInResult(opened)
  const button = buttonPageFor(opened, error)
  if (button) return { button }
  if (error) return 'expired'
  return (await currentSession()) ? 'ready' : 'none'
}

/** Leaves for Google; answers false, and stays, where the operator has not set it up. */
export const useGoogleSignIn = () =>
  useAction({
    send: async (place: { namespace: string | null; as?: 'client' | 'crew'; next: string | null }) => {
      if (!(await hasProvider('google'))) return false
      const redirectTo = toFullUrl(paths.callback(place))
      await callAuth((client) => client.signInWithOAuth({ provider: 'google', options: { redirectTo } }))
      return true
    },
    failed: 'Login failed',
  })

/** Ends the session of this device, or of all devices of the person. */
export const useSignOut = (scope: 'local' | 'global' = 'local') =>
  useAction({ send: () => signOut(scope), failed: 'Sign out failed' })
