import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type Arrival, afterSignIn } from '../../../access.ts'
import { auth } from '../../../lib/auth.ts'
import { problemOf } from '../../../lib/problem.ts'
import { currentSession } from '../../../lib/session.ts'
import { forgetStored } from '../../../lib/stored-session.ts'
import { paths, safeNext } from '../../../paths.ts'
import { toast } from '../../../ui/toast.tsx'
import { readMeAgain } from '../../profile/api.ts'
import { joinStudio } from '../api.ts'

// Spec section 9: the callback's delay and its patience.
const DELAY_MS = 100
const PATIENCE_MS = 5000

type Place = { studio: PublicStudio | null; as: string | null; next: string | null }

/** Finds out who has signed in and goes on to where they belong. @returns the sentence of a failure, and another try */
export function useArrival(studio: PublicStudio | null) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [search] = useSearchParams()
  const [failure, setFailure] = useState<string | null>(null)
  const as = search.get('as')
  const next = safeNext(search.get('next'))

  useEffect(() => {
    if (failure !== null) return
    let over = false
    const finish = (then: () => void) => {
      if (over) return
      over = true
      then()
    }
    const begin = setTimeout(() => {
      destination(queryClient, { studio, as, next }).then(
        (to) => finish(() => navigate(to, { replace: true })),
        // The server may just have refused the session, and it is gone: then there is nothing to try again.
        async (error: unknown) => {
          const session = await currentSession()
          finish(() =>
            session
              ? setFailure(problemOf(error).message)
              : navigate(paths.login({ namespace: studio?.slug, next }), { replace: true }),
          )
        },
      )
    }, DELAY_MS)
    const giveUp = setTimeout(
      () =>
        finish(() => {
          toast.warned({ title: 'Signing in took too long', description: 'Please try again.' })
          navigate(paths.login({ namespace: studio?.slug, next, stalled: 'yes' }), { replace: true })
        }),
      PATIENCE_MS,
    )
    return () => {
      over = true
      clearTimeout(begin)
      clearTimeout(giveUp)
    }
  }, [failure, studio, as, next, navigate, queryClient])

  return { failure, retry: () => setFailure(null) }
}

async function destination(queryClient: QueryClient, { studio, as, next }: Place): Promise<string> {
  const namespace = studio?.slug ?? null
  const { error } = await auth().initialize()
  const session = await currentSession()
  if (!session) {
    // Whatever is kept there is no session: the landing page would send its reader here for ever.
    forgetStored()
    if (error) toast.failed({ title: 'Login failed', description: error.message })
    return paths.login({ namespace, next })
  }
  const me = await meAfterJoining(queryClient, { studio, as, next })
  const { signup_namespace } = session.user.user_metadata
  const arrival: Arrival = { namespace, next, signup_namespace: slugIn(signup_namespace) }
  return afterSignIn(me, arrival)
}

/** Who this is; somebody new who began at a studio's page (with Google, or by a mailed link) first joins it. */
async function meAfterJoining(queryClient: QueryClient, { studio, as }: Place) {
  const me = await readMeAgain(queryClient)
  if (!studio || (as !== 'client' && as !== 'crew') || me.role || me.pending_role) return me
  await joinStudio({ studio, as })
  return readMeAgain(queryClient)
}

// The person can write their own metadata: it only ever names a path of ours.
const slugIn = (value: unknown) => (typeof value === 'string' && /^[a-z0-9-]{3,60}$/.test(value) ? value : null)
