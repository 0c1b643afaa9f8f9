import { useAction } from '#lib/server/use-action.ts'
import { callAuth, requireProviderName, toFullUrl } from '#lib/session/auth.ts'
import { describePasskeyError } from '#lib/session/passkey-error.ts'
import { paths } from '#paths.ts'
import type { CaptchaToken } from './settings-api.ts'

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

export type ProviderDestination = { namespace: string | null; as?: 'client' | 'crew'; next: string | null }

/** Redirects to a sign-in provider. */
export const useProviderSignIn = (name: string) =>
  useAction({
    send: async (destination: ProviderDestination) => {
      const redirectTo = toFullUrl(paths.callback(destination))
      await callAuth((client) =>
        client.signInWithOAuth({ provider: requireProviderName(name), options: { redirectTo } }),
      )
    },
    failed: 'Login failed',
  })

/** Signs in with a passkey that the user chooses in a window of the browser. */
export const usePasskeySignIn = () =>
  useAction({
    send: () => callAuth((client) => client.signInWithPasskey()),
    failed: (info) => ({ title: 'Login failed', description: describePasskeyError(info) }),
  })
