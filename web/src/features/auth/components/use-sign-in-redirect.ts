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
import { refetchMe } from '#lib/session/me.ts'
import { awaitsFactor, currentSession } from '#lib/session/session.ts'
import { clearStoredSession, storedSessionId } from '#lib/session/stored-session.ts'
import { paths, safeNext } from '#paths.ts'
import { toast } from '#ui/toast.tsx'
import { forgetSignupNext, joinStudio } from '../api.ts'
import { JUST_ENTERED } from '../model/just-entered.ts'

// Spec section 9: the delay and the timeout of the callback.
const DELAY_MS = 100
const PATIENCE_MS = 5000

type RedirectInput = {
  studio: PublicStudio | null
  as: string | null
  next: string | null
  /** Whether this window has just signed in or exchanged a code. If not, any link may have opened this address. */
  hasEntered: () => boolean
}

/** Why the redirect stops: an error, or a missing second factor. */
type RedirectHalt = { kind: 'failed'; message: string } | { kind: 'factor' }

/** Finds out who has signed in and redirects to their page. @returns why it stopped, and a function that continues */
export function useSignInRedirect(studio: PublicStudio | null) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [search] = useSearchParams()
  const [halt, setHalt] = useState<RedirectHalt | null>(null)
  // Read immediately: the auth client removes its parameters from the address.
  const [openedUrl] = useState(() => new URL(window.location.href))
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
    const startTimer = setTimeout(() => {
      findDestination(queryClient, { studio, as, next, hasEntered }, openedUrl).then(
        (to) => finish(() => (to === null ? setHalt({ kind: 'factor' }) : navigate(to, { replace: true }))),
        // If the server has just rejected the session, a retry is pointless.
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
      clearTimeout(startTimer)
      clearTimeout(giveUp)
    }
  }, [halt, openedUrl, studio, as, next, hasEntered, navigate, queryClient])

  return { halt, goOn: () => setHalt(null) }
}

// Most addresses have no message, so the messages are loaded on demand.
const hasMessage = ({ search, hash }: URL) => /[?#&](message|error)/.test(`${search}&${hash}`)

/** Shows the message of the address as a toast. @returns whether it had one */
async function showAddressMessage(openedUrl: URL): Promise<boolean> {
  if (!hasMessage(openedUrl)) return false
  const { readAddressMessage: landingOf } = await import('../model/address-message.ts')
  const landing = landingOf(openedUrl)
  if (landing) (landing.failed ? toast.error : toast.info)({ title: landing.title, description: landing.description })
  return landing !== null
}

/** @returns where to go; null if the second factor is missing */
async function findDestination(queryClient: QueryClient, place: RedirectInput, openedUrl: URL): Promise<string | null> {
  const { studio, next } = place
  const namespace = studio?.slug ?? null
  const error = await handleSignInResult(openedUrl)
  const button = buttonPageFor(openedUrl, error)
  if (button) return button
  const session = await currentSession()
  const hasShown = await showAddressMessage(openedUrl)
  if (!session) {
    // The stored data is not a session. It is removed, because the landing page would redirect here forever.
    clearStoredSession()
    if (error && !hasShown) {
      const { describeCode: sentenceOf } = await import('../model/address-message.ts')
      toast.error({ title: 'Login failed', description: sentenceOf(error.code) })
    }
    return paths.login({ namespace, next })
  }
  if (await awaitsFactor()) return null
  const first = await refetchMe(queryClient)
  const membership = getRequestedMembership(first, place)
  if (membership && !place.hasEntered()) return paths.onboardingAt(membership.studio.slug, membership.as)
  const me = membership ? await joinIfAvailable(membership).then(() => refetchMe(queryClient)) : first
  const { user_metadata } = session.user
  const signupNext = isOnDomain() ? null : readSignupNext(user_metadata)
  // The user is signed in, so the stored page must not be used for a later sign-in.
  if (signupNext && me.role) void forgetSignupNext()
  const isTheirs = me.role === 'client' || me.pending_role?.role === 'client'
  const signup_namespace = readSlug(user_metadata.signup_namespace)
  return pathAfterSignIn(me, { namespace, next: next ?? (isTheirs ? signupNext : null), signup_namespace })
}

/** The studio where a user without a role started (with Google or an email link), and the requested role. */
function getRequestedMembership({ role, pending_role }: Me, { studio, as }: RedirectInput) {
  if (!studio || (as !== 'client' && as !== 'crew') || role || pending_role) return null
  return { studio, as } as const
}

/** If the studio accepts no members, the sign-in still continues. */
const joinIfAvailable = (membership: NonNullable<ReturnType<typeof getRequestedMembership>>) =>
  joinStudio(membership).catch((error: unknown) => {
    if (!hasCode(error, 'STUDIO_NOT_AVAILABLE')) throw error
  })
