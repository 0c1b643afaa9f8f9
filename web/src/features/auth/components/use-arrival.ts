import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { pathAfterSignIn, readSignupNext, readSlug } from '#access.ts'
import { isOnDomain } from '#lib/page/page-studio.ts'
import { describeError, hasCode } from '#lib/server/describe-error.ts'
import { handleSignInResult } from '#lib/session/auth.ts'
import { buttonPageFor } from '#lib/session/code-exchange.ts'
import { awaitsFactor, currentSession } from '#lib/session/session.ts'
import { clearStoredSession, storedSessionId } from '#lib/session/stored-session.ts'
import { paths, safeNext } from '#paths.ts'
import { toast } from '#ui/toast.tsx'
import { forgetSignupNext, joinStudio } from '../api.ts'
import { JUST_ENTERED } from '../model/just-entered.ts'

// Spec section 9: the callback's delay and its patience.
const DELAY_MS = 100
const PATIENCE_MS = 5000

type Arrival = {
  studio: PublicStudio | null
  as: string | null
  next: string | null
  /** Whether this window has just signed in or exchanged a code: the address may have been opened by any link. */
  hasEntered: () => boolean
}

/** Where the way has come to a halt: it failed, or the person has to confirm with their second factor. */
type Halt = { kind: 'failed'; message: string } | { kind: 'factor' }

/** Finds out who has signed in and goes on to where they belong. @returns where that halts, and how to go on from there */
export function useArrival(studio: PublicStudio | null) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [search] = useSearchParams()
  const [halt, setHalt] = useState<Halt | null>(null)
  // Read at once: the client takes what it knows out of the address.
  const [opened] = useState(() => new URL(window.location.href))
  const as = search.get('as')
  const next = safeNext(search.get('next'))
  const { state } = useLocation()
  const [before] = useState(storedSessionId)
  const hasEntered = useCallback(() => state === JUST_ENTERED || storedSessionId() !== before, [state, before])

  useEffect(() => {
    if (halt !== null) return
    let over = false
    const finish = (then: () => void) => {
      if (over) return
      over = true
      then()
    }
    const begin = setTimeout(() => {
      destination(queryClient, { studio, as, next, hasEntered }, opened).then(
        (to) => finish(() => (to === null ? setHalt({ kind: 'factor' }) : navigate(to, { replace: true }))),
        // The server may just have refused the session, and it is gone: then there is nothing to try again.
        async (error: unknown) => {
          const session = await currentSession()
          finish(() =>
            session
              ? setHalt({ kind: 'failed', message: describeError(error).message })
              : navigate(paths.login({ namespace: studio?.slug, next }), { replace: true }),
          )
        },
      )
    }, DELAY_MS)
    const giveUp = setTimeout(
      () =>
        finish(() => {
          toast.warning({ title: 'Signing in took too long', description: 'Please try again.' })
          navigate(paths.login({ namespace: studio?.slug, next, stalled: 'yes' }), { replace: true })
        }),
      PATIENCE_MS,
    )
    return () => {
      over = true
      clearTimeout(begin)
      clearTimeout(giveUp)
    }
  }, [halt, opened, studio, as, next, hasEntered, navigate, queryClient])

  return { halt, goOn: () => setHalt(null) }
}

// Most addresses say nothing, and then what they could say is not loaded.
const hasWords = ({ search, hash }: URL) => /[?#&](message|error)/.test(`${search}&${hash}`)

/** Says what the address says. @returns whether it did */
async function say(opened: URL): Promise<boolean> {
  if (!hasWords(opened)) return false
  const { landingOf } = await import('../model/landing.ts')
  const landing = landingOf(opened)
  if (landing) (landing.failed ? toast.error : toast.info)({ title: landing.title, description: landing.description })
  return landing !== null
}

/** @returns where to go; null where the second factor comes first */
async function destination(queryClient: QueryClient, place: Arrival, opened: URL): Promise<string | null> {
  const { studio, next } = place
  const namespace = studio?.slug ?? null
  const error = await handleSignInResult(opened)
  const button = buttonPageFor(opened, error)
  if (button) return button
  const session = await currentSession()
  const said = await say(opened)
  if (!session) {
    // Whatever is kept there is no session: the landing page would send its reader here for ever.
    clearStoredSession()
    if (error && !said) {
      const { sentenceOf } = await import('../model/landing.ts')
      toast.error({ title: 'Login failed', description: sentenceOf(error.code) })
    }
    return paths.login({ namespace, next })
  }
  if (await awaitsFactor()) return null
  const { refetchMe } = await import('#lib/session/me.ts')
  const first = await refetchMe(queryClient)
  const wish = wishToJoin(first, place)
  if (wish && !place.hasEntered()) return paths.onboardingAt(wish.studio.slug, wish.as)
  const me = wish ? await join(wish).then(() => refetchMe(queryClient)) : first
  const { user_metadata } = session.user
  const kept = isOnDomain() ? null : readSignupNext(user_metadata)
  // They are in: the next time they come for something else.
  if (kept && me.role) void forgetSignupNext()
  const isTheirs = me.role === 'client' || me.pending_role?.role === 'client'
  const signup_namespace = readSlug(user_metadata.signup_namespace)
  return pathAfterSignIn(me, { namespace, next: next ?? (isTheirs ? kept : null), signup_namespace })
}

/** The studio that a person without a role began at (with Google, or by a mailed link), and what they asked to be there. */
function wishToJoin({ role, pending_role }: Me, { studio, as }: Arrival) {
  if (!studio || (as !== 'client' && as !== 'crew') || role || pending_role) return null
  return { studio, as } as const
}

/** A studio that takes no members does not keep people from signing in. */
const join = (wish: NonNullable<ReturnType<typeof wishToJoin>>) =>
  joinStudio(wish).catch((error: unknown) => {
    if (!hasCode(error, 'STUDIO_NOT_AVAILABLE')) throw error
  })
