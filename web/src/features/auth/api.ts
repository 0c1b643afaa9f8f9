import { useEffect, useState } from 'react'
import { isOnDomain } from '#lib/page/page-studio.ts'
import { useAction } from '#lib/server/use-action.ts'
import {
  type AuthSettings,
  auth,
  callAuth,
  handleSignInResult,
  providerOf,
  readSettings,
  toFullUrl,
} from '#lib/session/auth.ts'
import { buttonPageFor } from '#lib/session/code-exchange.ts'
import { callOwnAuth } from '#lib/session/own-auth.ts'
import { describePasskeyError } from '#lib/session/passkey-error.ts'
import { currentSession, signOut } from '#lib/session/session.ts'
import { paths } from '#paths.ts'

type AuthSettingsState = { settings: AuthSettings | null; isPending: boolean }

let reading: Promise<AuthSettings> | undefined
let known: AuthSettingsState = { settings: null, isPending: true }

// Not a query, because the sign-in pages do not load TanStack Query's code for queries.
function readSettingsOnce(): Promise<AuthSettingsState> {
  reading ??= readSettings()
  return reading.then(
    (settings) => {
      known = { settings, isPending: false }
      return known
    },
    // Without settings the forms use their defaults; the server validates anyway.
    () => {
      reading = undefined
      return { settings: null, isPending: false }
    },
  )
}

/** The settings of the auth service, read once per page load; null if they cannot be read. */
export function useAuthSettingsState(): AuthSettingsState {
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

/** The settings, or null until they are known. */
export const useAuthSettings = (): AuthSettings | null => useAuthSettingsState().settings

/** The captcha token of a form, if captcha is enabled. */
type CaptchaToken = { captchaToken?: string }

export const useLogin = () =>
  useAction({
    send: ({ captchaToken, ...input }: { email: string; password: string } & CaptchaToken) =>
      callAuth((client) => client.signInWithPassword({ ...input, options: captchaToken ? { captchaToken } : {} })),
    done: { title: 'Success', description: 'Logged in successfully' },
    failed: 'Login failed',
  })

type AuthDestination = Parameters<typeof paths.callback>[0]

/** Emails a link and a six-digit code for signing in without a password. */
export const useMailSignInCode = (destination: AuthDestination) =>
  useAction({
    send: ({ email, captchaToken }: { email: string } & CaptchaToken) => {
      const options = { shouldCreateUser: false, emailRedirectTo: toFullUrl(paths.callback(destination)) }
      return callAuth((client) =>
        client.signInWithOtp({ email, options: { ...options, ...(captchaToken && { captchaToken }) } }),
      )
    },
    failed: 'Error',
  })

/** Signs in with the emailed code. The error shows at the code field. */
export const useSignInByCode = () =>
  useAction({
    // Not the type `email`, which also accepts sign-up codes, because another person may have signed up with this address.
    send: (input: { email: string; token: string }) =>
      callAuth((client) => client.verifyOtp({ ...input, type: 'magiclink' })),
  })

type NewAccount = {
  full_name: string
  email: string
  password: string
  namespace: string | null
  /** The requested role at the studio; null if an invitation defines it. */
  as: 'client' | 'crew' | null
  next: string | null
  /** The secret of an emailed invitation. It proves the address, so no confirmation email is needed. */
  invitation?: string
}

/** Creates an account. Without a session in the response, the address must be confirmed first. */
export const useSignup = () =>
  useAction({
    send: async ({ email, password, captchaToken, ...account }: NewAccount & CaptchaToken) => {
      const { full_name, namespace, as, next, invitation } = account
      const emailRedirectTo = toFullUrl(paths.callback(namespace ? { namespace, ...(as && { as }), next } : {}))
      // Stored with the account, because the user may confirm on another device. On a studio's own domain it is only in the
      // URL, because a session there could not delete it later.
      const metadata = namespace && as === 'client' && next && !isOnDomain() ? { signup_next: next } : {}
      const invited = invitation ? { invitation_token: invitation } : {}
      const data = { full_name, ...(namespace && { signup_namespace: namespace }), ...metadata, ...invited }
      const options = { data, emailRedirectTo, ...(captchaToken && { captchaToken }) }
      const { session } = await callAuth((client) => client.signUp({ email, password, options }))
      return { confirmed: session !== null }
    },
    failed: 'Signup failed',
  })

/** Deletes the page stored at sign-up, after the user has signed in. */
export const forgetSignupNext = () =>
  auth()
    .then((client) => client.updateUser({ data: { signup_next: null } }))
    // A failure is harmless: the next sign-in tries again.
    .catch(() => undefined)

type Membership = { studio: { id: string; name: string }; as: 'client' | 'crew' }

/** Makes the new account a client of the studio of its sign-up, or requests a crew role (spec section 4). */
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
    send: ({ email, captchaToken }: { email: string } & CaptchaToken) => {
      const redirectTo = toFullUrl(paths.resetPassword({ namespace }))
      return callAuth((client) =>
        client.resetPasswordForEmail(email, { redirectTo, ...(captchaToken && { captchaToken }) }),
      )
    },
    done: 'Password reset link sent to your email',
    failed: 'Error',
  })

/** Starts a session from the emailed code, on a device other than the one that requested it. */
export const useVerifyRecoveryCode = () =>
  useAction({
    send: (input: { email: string; token: string }) =>
      callAuth((client) => client.verifyOtp({ ...input, type: 'recovery' })),
    failed: 'Error',
  })

/** The types of email links that need a confirm button. */
export const linkTypes = ['magiclink', 'recovery', 'email_change'] as const
export type LinkType = (typeof linkTypes)[number]

/** Sends the token of an email link. The first of the two links of an email change returns no session. */
export const useConfirmLink = () =>
  useAction({
    send: async (link: { token_hash: string; type: LinkType }) => {
      const { session } = await callAuth((client) => client.verifyOtp(link))
      return session ? ('done' as const) : ('half' as const)
    },
    failed: 'Error',
  })

/**
 * Confirms the address of a sign-up on another device. Without the password of the sign-up, that password is removed:
 * another person may have chosen it.
 */
export const useConfirmSignupLink = () =>
  useAction({
    send: (link: { token_hash: string; password?: string }) => {
      const proof = { ...link, type: 'signup' as const }
      return callAuth((client) => client.verifyOtp(proof))
    },
  })

/** Confirms the address by the welcome email, together with this browser's session or the password. */
export const useConfirmWelcome = () =>
  useAction({
    send: (given: { token_hash: string; password?: string }) => callOwnAuth('/welcome/confirm', given),
  })

/**
 * Closes an account that another person created with the reader's address. @returns when its second factor ends, if it
 * has one
 */
export const useRejectWelcome = () =>
  useAction({
    send: async (given: { token_hash: string }) => {
      const answer = await callOwnAuth('/welcome/reject', given)
      const factors_end_at = typeof answer === 'object' && answer && 'factors_end_at' in answer && answer.factors_end_at
      return typeof factors_end_at === 'string' ? factors_end_at : null
    },
    failed: 'Error',
  })

/** Removes a second factor that the owner did not add, and all sign-in methods. */
export const useRejectFactor = () =>
  useAction({
    send: (given: { token_hash: string }) => callOwnAuth('/factors/reject', given),
    failed: 'Error',
  })

/** Confirms a sign-up with the emailed code. The error shows at the code field. */
export const useConfirmSignup = () =>
  useAction({
    send: (input: { email: string; token: string }) =>
      callAuth((client) => client.verifyOtp({ ...input, type: 'signup' })),
  })

/** Sends the sign-up email again. */
export const useResendSignup = (namespace: string | null) =>
  useAction({
    send: ({ email, captchaToken }: { email: string } & CaptchaToken) => {
      const options = {
        emailRedirectTo: toFullUrl(paths.callback({ namespace })),
        ...(captchaToken && { captchaToken }),
      }
      return callAuth((client) => client.resend({ type: 'signup', email, options }))
    },
    done: 'If this address is not confirmed yet, we have sent another email',
    failed: 'Error',
  })

/** Sets the password. The server ends all other sessions of the user. */
export const useSetPassword = () =>
  useAction({
    send: ({ password }: { password: string }) => callAuth((client) => client.updateUser({ password })),
    done: 'Password updated successfully',
    failed: 'Error',
  })

/**
 * The state of a recovery link: with a session, to set a password; expired; at the page with the confirm button, because
 * another browser requested it; or no link at all.
 */
export async function readRecoveryState(): Promise<'ready' | 'expired' | 'none' | { button: string }> {
  const opened = new URL(window.location.href)
  const error = await handleSignInResult(opened)
  const button = buttonPageFor(opened, error)
  if (button) return { button }
  if (error) return 'expired'
  return (await currentSession()) ? 'ready' : 'none'
}

export type ProviderDestination = { namespace: string | null; as?: 'client' | 'crew'; next: string | null }

/** Redirects to a sign-in provider. */
export const useProviderSignIn = (name: string) =>
  useAction({
    send: async (destination: ProviderDestination) => {
      const redirectTo = toFullUrl(paths.callback(destination))
      await callAuth((client) => client.signInWithOAuth({ provider: providerOf(name), options: { redirectTo } }))
    },
    failed: 'Login failed',
  })

/** Signs in with a passkey that the person chooses in a window of the browser. */
export const usePasskeySignIn = () =>
  useAction({
    send: () => callAuth((client) => client.signInWithPasskey()),
    failed: (info) => ({ title: 'Login failed', description: describePasskeyError(info) }),
  })

/** Ends the session of this device, or of all devices. */
export const useSignOut = (scope: 'local' | 'global' = 'local') =>
  useAction({ send: () => signOut(scope), failed: 'Sign out failed' })
