import type { UserIdentity } from '@supabase/auth-js'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { accountQuery } from '#features/auth/factors/api.ts'
import { api, client } from '#lib/server/api.ts'
import { useAction } from '#lib/server/use-action.ts'
import { auth, callAuth, hasProvider, toFullUrl } from '#lib/session/auth.ts'
import { meQuery } from '#lib/session/me.ts'
import { callOwnAuth } from '#lib/session/own-auth.ts'
import { awaitsFactor } from '#lib/session/session.ts'
import { confirmWithFactor } from '#lib/session/step-up.ts'
import { paths } from '#paths.ts'

const account = accountQuery().queryKey
const backHere = () => toFullUrl(paths.callback({ next: paths.profile }))

/** That it is the owner who changes something: their password, or a code that was mailed to them. */
type Proof = { current_password?: string; nonce?: string }

/** Has a code mailed. */
export const useReauthenticate = () =>
  useAction({
    send: () => callAuth((client) => client.reauthenticate()),
    done: 'We have sent you a code',
    failed: 'Failed to send a code',
  })

/** Confirms one's own address with the code that was mailed. */
export const useConfirmAddress = () =>
  useAction({
    send: (given: { nonce: string }) => callOwnAuth('/welcome/confirm', given),
    done: 'Email address confirmed',
    refresh: meQuery().queryKey,
  })

/** The server asks for the current password where the session is not young; asking always is no surprise. */
export const useChangePassword = () =>
  useAction({
    send: (change: Proof & { password: string }) => callAuth((client) => client.updateUser(change)),
    done: { title: 'Password updated successfully', description: 'You are signed out on all other devices.' },
    failed: 'Failed to change password',
    refresh: sessionsKey(),
  })

/** Asks for another address; it counts once the mailed links are opened. */
export const useChangeEmail = () =>
  useAction({
    send: (change: Proof & { email: string }) =>
      callAuth((client) => client.updateUser(change, { emailRedirectTo: backHere() })),
    done: { title: 'Check your email', description: 'Your address changes when you have followed the links in it.' },
    failed: 'Failed to change email',
    refresh: account,
  })

/** Leaves for Google and comes back here; answers false, and stays, where the operator has not set it up. */
export const useLinkGoogle = () =>
  useAction({
    send: async () => {
      if (!(await hasProvider('google'))) return false
      await callAuth((client) => client.linkIdentity({ provider: 'google', options: { redirectTo: backHere() } }))
      return true
    },
    failed: 'Failed to connect Google',
  })

export const useUnlinkIdentity = () =>
  useAction({
    send: (identity: UserIdentity) => callAuth((client) => client.unlinkIdentity(identity)),
    done: 'Sign-in method removed',
    failed: 'Failed to remove sign-in method',
    refresh: account,
  })

/** Begins to add an authenticator app: its picture and secret come back, once. */
export const useEnrollApp = () =>
  useAction({
    send: ({ friendlyName }: { friendlyName: string }) =>
      callAuth((client) => client.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'StudioHub' })),
  })

/** Begins to add a telephone, and sends it the first code. */
export const useEnrollPhone = () =>
  useAction({
    send: async ({ phone }: { phone: string }) => {
      const { id } = await callAuth((client) => client.mfa.enroll({ factorType: 'phone', friendlyName: phone, phone }))
      const challenge = await callAuth((client) => client.mfa.challenge({ factorId: id }))
      return { factorId: id, challengeId: challenge.id }
    },
  })

/** Adds a passkey: the browser asks for it in between. */
export const useAddPasskey = () =>
  useAction({
    send: async ({ friendlyName }: { friendlyName: string }) => {
      if ((await awaitsFactor()) && !(await confirmWithFactor())) return false
      const { error } = await (await auth()).mfa.webauthn.register({ friendlyName })
      if (!error) return true
      await removeHalfAdded()
      throw error
    },
    done: (added) => (added ? 'Passkey added' : null),
    refresh: account,
  })

// What was begun and not finished would keep its name from being used again.
async function removeHalfAdded() {
  const { all } = await callAuth((client) => client.mfa.listFactors())
  const half = all.filter(({ factor_type, status }) => factor_type === 'webauthn' && status === 'unverified')
  for (const { id } of half) await (await auth()).mfa.unenroll({ factorId: id })
}

/** Lets go of a factor that was begun and will not be finished. */
export const abandonFactor = async (factorId: string) => (await auth()).mfa.unenroll({ factorId })

/** Takes a factor away; the session is asked for again, because it may count for less from now on. */
export const useRemoveFactor = () =>
  useAction({
    send: async ({ factorId }: { factorId: string }) => {
      await callAuth((client) => client.mfa.unenroll({ factorId }))
      await (await auth()).refreshSession()
    },
    done: 'Second factor removed',
    failed: 'Failed to remove second factor',
    refresh: account,
  })

/** Makes recovery codes, which the answer shows once; `replace` ends the earlier ones. */
export const useMakeRecoveryCodes = () =>
  useAction({
    send: ({ replace }: { replace: boolean }) =>
      callAuth((client) => (replace ? client.mfa.recoveryCodes.regenerate() : client.mfa.recoveryCodes.generate())),
    failed: 'Failed to make recovery codes',
    refresh: account,
  })

/** How many recovery codes are left; read again with the account. */
export const useRecoveryCodesLeft = () =>
  useQuery(
    queryOptions({
      queryKey: [...account, 'recovery-codes'],
      queryFn: () => callAuth((client) => client.mfa.recoveryCodes.getStatus()),
    }),
  )

function sessionsKey() {
  return api.profile.listSessions.key()
}

/** Where the person is signed in, the place used last first. */
export const useSessions = () =>
  useQuery(
    queryOptions({
      ...api.profile.listSessions.queryOptions({ input: { limit: 100 } }),
      select: (page) => page.items,
      staleTime: 0,
    }),
  )

export const useEndSession = () =>
  useAction({
    send: client.profile.deleteSession,
    done: 'Signed out there',
    failed: 'Failed to sign out there',
    refresh: sessionsKey(),
  })

export const useEndOtherSessions = () =>
  useAction({
    send: client.profile.deleteOtherSessions,
    done: 'Signed out on all other devices',
    failed: 'Failed to sign out',
    refresh: sessionsKey(),
  })

/** Reads the account and the sessions again: after a factor was added, which ends other sessions. */
export function useReadSecurityAgain() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: account }),
      queryClient.invalidateQueries({ queryKey: sessionsKey() }),
    ])
}
