import { queryOptions } from '@tanstack/react-query'
import { useAction } from '#lib/server/use-action.ts'
import { callAuth, getAuthClient } from '#lib/session/auth.ts'

/** A second factor of the user. */
export type Factor = {
  id: string
  factor_type: 'totp' | 'phone' | 'webauthn'
  friendly_name: string | null
  phone: string | null
  created_at: string
}

const factorTypes = ['totp', 'phone', 'webauthn'] as const
const toFactorType = (text: string) => factorTypes.find((type) => type === text)

/** Sign-in data of the account: address, sign-in methods, verified factors. */
export const accountQuery = () =>
  queryOptions({
    queryKey: ['account'],
    staleTime: 0,
    queryFn: async () => {
      const { user } = await callAuth((client) => client.getUser())
      const factors = (user.factors ?? []).flatMap((factor): Factor[] => {
        const factor_type = toFactorType(factor.factor_type)
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

/** Starts a challenge; for phones this sends the code. */
export const useChallenge = () =>
  useAction({
    send: ({ factorId }: { factorId: string }) => callAuth((client) => client.mfa.challenge({ factorId })),
  })

/** Confirms with a six-digit code. Authenticator apps need no challenge first. */
export const useConfirmCode = () =>
  useAction({
    send: ({ factorId, challengeId, code }: { factorId: string; challengeId: string | null; code: string }) =>
      callAuth((client) =>
        challengeId
          ? client.mfa.verify({ factorId, challengeId, code })
          : client.mfa.challengeAndVerify({ factorId, code }),
      ),
  })

/** Confirms with a recovery code; each works once. */
export const useConfirmRecoveryCode = () =>
  useAction({
    send: ({ code }: { code: string }) => callAuth((client) => client.mfa.recoveryCodes.verify({ code })),
  })

/** Confirms with a security key via the browser. */
export const useConfirmKey = () =>
  useAction({
    send: async ({ factorId }: { factorId: string }) => {
      const { error } = await (await getAuthClient()).mfa.webauthn.authenticate({ factorId })
      if (error) throw error
    },
  })
