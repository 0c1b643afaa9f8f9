import { isOnDomain } from '#lib/page/page-studio.ts'
import { useAction } from '#lib/server/use-action.ts'
import { callAuth, getAuthClient, toFullUrl } from '#lib/session/auth.ts'
import { paths } from '#paths.ts'
import type { CaptchaToken } from './settings-api.ts'

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
      const invitationData = invitation ? { invitation_token: invitation } : {}
      const data = { full_name, ...(namespace && { signup_namespace: namespace }), ...metadata, ...invitationData }
      const options = { data, emailRedirectTo, ...(captchaToken && { captchaToken }) }
      const { session } = await callAuth((client) => client.signUp({ email, password, options }))
      return { confirmed: session !== null }
    },
    failed: 'Signup failed',
  })

/** Deletes the page stored at sign-up, after the user has signed in. */
export const forgetSignupNext = () =>
  getAuthClient()
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

export const useJoinStudio = (studioName: string, as: Membership['as']) =>
  useAction({
    send: joinStudio,
    // The spec's text is for clients. Crew have only sent a request, and wait for the studio.
    done:
      as === 'crew'
        ? `Your request was sent to ${studioName}.`
        : `Welcome to ${studioName}! Check your email for next steps.`,
    failed: { title: 'Account created, but role assignment failed', description: 'Please contact support.' },
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
