import { useAction } from '#lib/server/use-action.ts'
import { callAuth } from '#lib/session/auth.ts'
import { postToAuthService } from '#lib/session/own-auth.ts'

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
 * Confirms the address of a sign-up on another device. Without the password of the sign-up, that password is removed,
 * because another person may have chosen it.
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
    send: (input: { token_hash: string; password?: string }) => postToAuthService('/welcome/confirm', input),
  })

/**
 * Closes an account that another person created with the user's address. @returns when its second factor ends, if it
 * has one
 */
export const useRejectWelcome = () =>
  useAction({
    send: async (input: { token_hash: string }) => {
      const response = await postToAuthService('/welcome/reject', input)
      const factors_end_at =
        typeof response === 'object' && response && 'factors_end_at' in response && response.factors_end_at
      return typeof factors_end_at === 'string' ? factors_end_at : null
    },
    failed: 'Error',
  })

/** Removes a second factor that the owner did not add, and all sign-in methods. */
export const useRejectFactor = () =>
  useAction({
    send: (input: { token_hash: string }) => postToAuthService('/factors/reject', input),
    failed: 'Error',
  })
