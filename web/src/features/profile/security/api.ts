import type { UserIdentity } from '@supabase/auth-js'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { accountQuery } from '#features/auth/factors/api.ts'
import { api, client } from '#lib/server/api.ts'
import { refetchQueries } from '#lib/server/refetch-queries.ts'
import { useAction } from '#lib/server/use-action.ts'
import { callAuth, getAuthClient, requireProviderName, toFullUrl } from '#lib/session/auth.ts'
import { meQuery } from '#lib/session/me.ts'
import { postToAuthService } from '#lib/session/own-auth.ts'
import { needsFactor } from '#lib/session/session.ts'
import { confirmWithFactor } from '#lib/session/step-up.ts'
import { paths } from '#paths.ts'

const accountKey = accountQuery().queryKey
const getReturnUrl = () => toFullUrl(paths.callback({ next: paths.profileTab('security') }))

/** Proof that the owner makes the change: the password, or an emailed code. */
type OwnerProof = { current_password?: string; nonce?: string }

/** Emails a code with which the user confirms that they own the account. */
export const useReauthenticate = () =>
  useAction({
    send: () => callAuth((client) => client.reauthenticate()),
    done: 'We have sent you a code',
    failed: 'Failed to send a code',
  })

/** Confirms the user's email address with an emailed code. */
export const useConfirmAddress = () =>
  useAction({
    send: (input: { nonce: string }) => postToAuthService('/welcome/confirm', input),
    done: 'Email address confirmed',
    refresh: meQuery().queryKey,
  })

/** Always asks for the current password: the server requires it for older sessions. */
export const useChangePassword = () =>
  useAction({
    send: (change: OwnerProof & { password: string }) => callAuth((client) => client.updateUser(change)),
    done: { title: 'Password updated successfully', description: 'You are signed out on all other devices.' },
    failed: 'Failed to change password',
    refresh: sessionsKey(),
  })

/** Requests an email change, which takes effect after its links were opened. */
export const useChangeEmail = () =>
  useAction({
    send: (change: OwnerProof & { email: string }) =>
      callAuth((client) => client.updateUser(change, { emailRedirectTo: getReturnUrl() })),
    done: {
      title: 'Check your email',
      description: 'Your address changes after you have opened the links in both emails.',
    },
    failed: 'Failed to change email',
    refresh: accountKey,
  })

/** Redirects to a sign-in provider and back. */
export const useLinkProvider = () =>
  useAction({
    send: ({ name }: { name: string }) =>
      callAuth((client) =>
        client.linkIdentity({ provider: requireProviderName(name), options: { redirectTo: getReturnUrl() } }),
      ),
    failed: 'Failed to connect',
  })

export const useUnlinkIdentity = () =>
  useAction({
    send: (identity: UserIdentity) => callAuth((client) => client.unlinkIdentity(identity)),
    done: 'Sign-in method removed',
    failed: 'Failed to remove sign-in method',
    refresh: accountKey,
  })

/** Starts adding an authenticator app. The response shows its QR code and secret once. */
export const useEnrollApp = () =>
  useAction({
    send: ({ friendlyName }: { friendlyName: string }) =>
      callAuth((client) => client.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'StudioHub' })),
  })

/** Starts adding a phone and sends the first code. */
export const useEnrollPhone = () =>
  useAction({
    send: async ({ phone }: { phone: string }) => {
      const { id } = await callAuth((client) => client.mfa.enroll({ factorType: 'phone', friendlyName: phone, phone }))
      const challenge = await callAuth((client) => client.mfa.challenge({ factorId: id }))
      return { factorId: id, challengeId: challenge.id }
    },
  })

/** Adds a security key via the browser. */
export const useAddKey = () =>
  useAction({
    send: async ({ friendlyName }: { friendlyName: string }) => {
      if ((await needsFactor()) && !(await confirmWithFactor())) return false
      const { error } = await (await getAuthClient()).mfa.webauthn.register({ friendlyName })
      if (!error) return true
      // A failed cleanup must not hide the error.
      await removeUnconfirmedFactors().catch(() => {})
      throw error
    },
    done: (added) => (added ? 'Security key added' : null),
    refresh: accountKey,
  })

// An unfinished factor would make its name unavailable.
async function removeUnconfirmedFactors() {
  const { all } = await callAuth((client) => client.mfa.listFactors())
  const unconfirmed = all.filter(({ factor_type, status }) => factor_type === 'webauthn' && status === 'unverified')
  for (const { id } of unconfirmed) await (await getAuthClient()).mfa.unenroll({ factorId: id })
}

const passkeysKey = [...accountKey, 'passkeys'] as const

/** The user's passkeys; refetched with the account. */
export const usePasskeys = () =>
  useQuery(queryOptions({ queryKey: passkeysKey, queryFn: () => callAuth((client) => client.passkey.list()) }))

/** Registers a passkey via the browser, under this name. */
export const useAddPasskey = () =>
  useAction({
    send: async ({ friendlyName }: { friendlyName: string }) => {
      const { id } = await callAuth((client) => client.registerPasskey())
      // If this fails, the passkey still works. The server has already named it after the device.
      await (await getAuthClient()).passkey.update({ passkeyId: id, friendlyName })
    },
    done: 'Passkey added',
    refresh: passkeysKey,
  })

export const useRemovePasskey = () =>
  useAction({
    send: ({ passkeyId }: { passkeyId: string }) =>
      callAuth(async (client) => {
        const { error } = await client.passkey.delete({ passkeyId })
        return error ? { data: null, error } : { data: { id: passkeyId }, error: null }
      }),
    done: { title: 'Passkey removed', description: 'Other devices that it signed in are signed out.' },
    failed: 'Failed to remove passkey',
    refresh: accountKey,
    onSuccess: (_output, _input, _before, { client }) => refetchQueries(client, sessionsKey()),
  })

/** Deletes a factor that was not confirmed. */
export const abandonFactor = async (factorId: string) => (await getAuthClient()).mfa.unenroll({ factorId })

/** Removes a factor and refreshes the session, because it may now have fewer rights. */
export const useRemoveFactor = () =>
  useAction({
    send: async ({ factorId }: { factorId: string }) => {
      await callAuth((client) => client.mfa.unenroll({ factorId }))
      await (await getAuthClient()).refreshSession()
    },
    done: 'Second factor removed',
    failed: 'Failed to remove second factor',
    refresh: accountKey,
  })

/** Creates recovery codes. Only this response contains them. `replace` invalidates the old ones. */
export const useCreateRecoveryCodes = () =>
  useAction({
    send: ({ replace }: { replace: boolean }) =>
      callAuth((client) => (replace ? client.mfa.recoveryCodes.regenerate() : client.mfa.recoveryCodes.generate())),
    failed: 'Failed to create recovery codes',
    refresh: accountKey,
  })

/** Number of recovery codes left; refetched with the account. */
export const useRecoveryCodesLeft = () =>
  useQuery(
    queryOptions({
      queryKey: [...accountKey, 'recovery-codes'],
      queryFn: () => callAuth((client) => client.mfa.recoveryCodes.getStatus()),
    }),
  )

function sessionsKey() {
  return api.profile.listSessions.key()
}

/** The user's sessions, last used first. */
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
    done: 'Device signed out',
    failed: 'Failed to sign out the device',
    refresh: sessionsKey(),
  })

export const useEndOtherSessions = () =>
  useAction({
    send: client.profile.deleteOtherSessions,
    done: 'Signed out on all other devices',
    failed: 'Failed to sign out',
    refresh: sessionsKey(),
  })

/** Refetches account and sessions: adding a factor ends other sessions. */
export function useRefetchSecurity() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: accountKey }),
      queryClient.invalidateQueries({ queryKey: sessionsKey() }),
    ])
}
