import { useAction } from '#lib/server/use-action.ts'
import { callAuth, handleSignInResult, toFullUrl } from '#lib/session/auth.ts'
import { getConfirmPath } from '#lib/session/code-exchange.ts'
import { getSession } from '#lib/session/session.ts'
import { paths } from '#paths.ts'
import type { CaptchaToken } from './settings-api.ts'

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

/** Sets the password. The server ends all other sessions of the user. */
export const useSetPassword = () =>
  useAction({
    send: ({ password }: { password: string }) => callAuth((client) => client.updateUser({ password })),
    done: 'Password updated successfully',
    failed: 'Error',
  })

/**
 * The state of a recovery link: `ready` to set a password, `expired`, or `none` without a link. If another browser requested
 * the link: the path of the page with the confirm button.
 */
export async function readRecoveryState(): Promise<'ready' | 'expired' | 'none' | { confirmPath: string }> {
  const openedUrl = new URL(window.location.href)
  const error = await handleSignInResult(openedUrl)
  const confirmPath = getConfirmPath(openedUrl, error)
  if (confirmPath) return { confirmPath }
  if (error) return 'expired'
  return (await getSession()) ? 'ready' : 'none'
}
