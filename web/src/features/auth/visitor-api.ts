import type { BookedHold, BookHoldInput } from '@studiohub/contract/features/bookings/visitors/schema.ts'
import { useEffect, useRef } from 'react'
import { useAction } from '#lib/server/use-action.ts'
import { callAuth } from '#lib/session/auth.ts'
import { postToAuthService } from '#lib/session/own-auth.ts'

const loadApi = async () => (await import('#lib/server/api.ts')).client

/** The visitor's hold of an emailed link. Not a query, because the secret must not be a cache key. */
export function useVisitorHold(token: string) {
  const hold = useAction({
    send: async (secret: string) => (await loadApi()).bookings.getVisitorHold({ token: secret }),
  })
  const sentToken = useRef<string>(null)
  useEffect(() => {
    if (sentToken.current === token) return
    sentToken.current = token
    hold.mutate(token)
  })
  return hold
}

/** Signs in once with the link, then books the reserved time. The second step can be repeated. */
export function useBookVisitorHold(token: string) {
  const isSignedIn = useRef(false)
  return useAction({
    send: async (hold: BookHoldInput): Promise<BookedHold> => {
      if (!isSignedIn.current) await signIn(token)
      isSignedIn.current = true
      return (await loadApi()).bookings.bookVisitorHold(hold)
    },
  })
}

async function signIn(token_hash: string) {
  const { access_token, refresh_token } = readTokens(await postToAuthService('/visitor', { token_hash }))
  await callAuth((client) => client.setSession({ access_token, refresh_token }))
}

function readTokens(response: unknown) {
  const { access_token, refresh_token } = Object(response)
  return { access_token: String(access_token), refresh_token: String(refresh_token) }
}
