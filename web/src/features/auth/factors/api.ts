import { queryOptions } from '@tanstack/react-query'
import { useAction } from '#lib/server/use-action.ts'
import { auth, callAuth } from '#lib/session/auth.ts'

/** What somebody can confirm with beside the password. */
export type Factor = {
  id: string
  factor_type: 'totp' | 'phone' | 'webauthn'
  friendly_name: string | null
  phone: string | null
  created_at: string
}

const factorTypes = ['totp', 'phone', 'webauthn'] as const
const typeOf = (text: string) => factorTypes.find((type) => type === text)

/** Everything about the account that concerns signing in: address, ways to sign in, verified factors. */
export const accountQuery = () =>
  queryOptions({
    queryKey: ['account'],
    staleTime: 0,
    queryFn: async () => {
      const { user } = await callAuth((client) => client.getUser())
      const factors = (user.factors ?? []).flatMap((factor): Factor[] => {
        const factor_type = typeOf(factor.factor_type)
        if (factor.status !== 'verified' || !factor_type) return []
        const phone = 'phone' in factor && typeof factor.phone === 'string' ? factor.phone : null
        const { id, created_at, friendly_name } = factor
        return [{ id, factor_type, phone, created_at, friendly_name: friendly_name ?? null }]
      })
      return {
        email: user.email ?? '',
        new_email: user.new_email ?? null,
        identities: user.identities ?? [],
        factors,
        hasRecoveryCodes: user.factors?.some(({ factor_type }) => factor_type === 'recovery_code') ?? false,
      }
    },
  })

export type Account = Awaited<ReturnType<NonNullable<ReturnType<typeof accountQuery>['queryFn']>>>

/** Begins to confirm with a factor; to a telephone this sends the code. */
export const useChallenge = () =>
  useAction({
    send: ({ factorId }: { factorId: string }) => callAuth((client) => client.mfa.challenge({ factorId })),
  })

/** Confirms with six digits; those of an app need no challenge of their own. */
export const useConfirmCode = () =>
  useAction({
    send: ({ factorId, challengeId, code }: { factorId: string; challengeId: string | null; code: string }) =>
      callAuth((client) =>
        challengeId
          ? client.mfa.verify({ factorId, challengeId, code })
          : client.mfa.challengeAndVerify({ factorId, code }),
      ),
  })

/** Confirms with a recovery code, which is used up. */
export const useConfirmRecoveryCode = () =>
  useAction({
    send: ({ code }: { code: string }) => callAuth((client) => client.mfa.recoveryCodes.verify({ code })),
  })

/** Lets the browser ask for the passkey. */
export const useConfirmPasskey = () =>
  useAction({
    send: async ({ factorId }: { factorId: string }) => {
      const { error } = await (await auth()).mfa.webauthn.authenticate({ factorId })
      if (error) throw error
    },
  })
