import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { pathAfterSignIn, readSignupNext, readSlug } from '#access.ts'
import { isOnDomain } from '#lib/page/page-studio.ts'
import { describeError, hasCode } from '#lib/server/describe-error.ts'
import { handleSignInResult } from '#lib/session/auth.ts'
import { getConfirmPath } from '#lib/session/code-exchange.ts'
import { refetchMe } from '#lib/session/me.ts'
import { getSession, needsFactor } from '#lib/session/session.ts'
import { clearStoredSession, readStoredSessionId } from '#lib/session/stored-session.ts'
import { paths, safeNext } from '#paths.ts'
import { toast } from '#ui/toast.tsx'
import { AFTER_SIGN_IN } from '../model/just-entered.ts'
import { forgetSignupNext, joinStudio } from '../sign-up-api.ts'

// Spec section 9: the delay and the timeout of the callback.
const DELAY_MS = 100
const TIMEOUT_MS = 5000

type RedirectInput = {
  studio: PublicStudio | null
  as: string | null
  next: string | null
  /** Whether this window has just signed in or exchanged a code. If not, any link may have opened this URL. */
  hasJustSignedIn: () => boolean
}

/** Why the redirect stops: an error, or a missing second factor. */
type RedirectStopReason = { kind: 'failed'; message: string } | { kind: 'factor' }

/** Finds out who has signed in and redirects to their page. @returns why it stopped, and a function that continues */
export function useSignInRedirect(studio: PublicStudio | null) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [search] = useSearchParams()
  const [stopReason, setStopReason] = useState<RedirectStopReason | null>(null)
  // Read immediately, because the auth client removes its parameters from the URL.
  const [openedUrl] = useState(() => new URL(window.location.href))
  const as = search.get('as')
  const next = safeNext(search.get('next'))
  const { state } = useLocation()
  const [initialSessionId] = useState(readStoredSessionId)
  const hasJustSignedIn = useCallback(
    () => state === AFTER_SIGN_IN || readStoredSessionId() !== initialSessionId,
    [state, initialSessionId],
  )

  useEffect(() => {
    if (stopReason !== null) return
    let isFinished = false
    const finish = (action: () => void) => {
      if (isFinished) return
      isFinished = true
      action()
    }
    const startTimer = setTimeout(() => {
      findDestination(queryClient, { studio, as, next, hasJustSignedIn }, openedUrl).then(
        (path) => finish(() => (path === null ? setStopReason({ kind: 'factor' }) : navigate(path, { replace: true }))),
        // If the server has just rejected the session, a retry is pointless.
        async (error: unknown) => {
          const session = await getSession()
          finish(() =>
            session
              ? setStopReason({ kind: 'failed', message: describeError(error).message })
              : navigate(paths.login({ namespace: studio?.slug, next }), { replace: true }),
          )
        },
      )
    }, DELAY_MS)
    const timeoutTimer = setTimeout(
      () =>
        finish(() => {
          toast.warning({ title: 'Signing in took too long', description: 'Please try again.' })
          navigate(paths.login({ namespace: studio?.slug, next, stalled: 'yes' }), { replace: true })
        }),
      TIMEOUT_MS,
    )
    return () => {
      isFinished = true
      clearTimeout(startTimer)
      clearTimeout(timeoutTimer)
    }
  }, [stopReason, openedUrl, studio, as, next, hasJustSignedIn, navigate, queryClient])

  return { stopReason, continueSignIn: () => setStopReason(null) }
}

// Most URLs have no message, so the messages are loaded on demand.
const hasMessage = ({ search, hash }: URL) => /[?#&](message|error)/.test(`${search}&${hash}`)

/** Shows the message in the URL as a toast. @returns whether there was one */
async function showAddressMessage(openedUrl: URL): Promise<boolean> {
  if (!hasMessage(openedUrl)) return false
  const { readAddressMessage } = await import('../model/address-message.ts')
  const message = readAddressMessage(openedUrl)
  if (message) (message.failed ? toast.error : toast.info)({ title: message.title, description: message.description })
  return message !== null
}

/** @returns where to go; null if the second factor is missing */
async function findDestination(queryClient: QueryClient, input: RedirectInput, openedUrl: URL): Promise<string | null> {
  const { studio, next } = input
  const namespace = studio?.slug ?? null
  const error = await handleSignInResult(openedUrl)
  const confirmPath = getConfirmPath(openedUrl, error)
  if (confirmPath) return confirmPath
  const session = await getSession()
  const hasShown = await showAddressMessage(openedUrl)
  if (!session) {
    // The stored data is not a session. It is removed, because the landing page would redirect here forever.
    clearStoredSession()
    if (error && !hasShown) {
      const { describeCode } = await import('../model/address-message.ts')
      toast.error({ title: 'Login failed', description: describeCode(error.code) })
    }
    return paths.login({ namespace, next })
  }
  if (await needsFactor()) return null
  const initialMe = await refetchMe(queryClient)
  const membership = getRequestedMembership(initialMe, input)
  if (membership && !input.hasJustSignedIn()) return paths.onboardingAt(membership.studio.slug, membership.as)
  const me = membership ? await joinStudioIfOpen(membership).then(() => refetchMe(queryClient)) : initialMe
  const { user_metadata } = session.user
  const signupNext = isOnDomain() ? null : readSignupNext(user_metadata)
  // The user is signed in, so the stored page must not be used for a later sign-in.
  if (signupNext && me.role) void forgetSignupNext()
  const isClient = me.role === 'client' || me.pending_role?.role === 'client'
  const signup_namespace = readSlug(user_metadata.signup_namespace)
  return pathAfterSignIn(me, { namespace, next: next ?? (isClient ? signupNext : null), signup_namespace })
}

/** The studio where a user without a role started (with Google or an email link), and the requested role. */
function getRequestedMembership({ role, pending_role }: Me, { studio, as }: RedirectInput) {
  if (!studio || (as !== 'client' && as !== 'crew') || role || pending_role) return null
  return { studio, as } as const
}

/** If the studio accepts no members, the sign-in still continues. */
const joinStudioIfOpen = (membership: NonNullable<ReturnType<typeof getRequestedMembership>>) =>
  joinStudio(membership).catch((error: unknown) => {
    if (!hasCode(error, 'STUDIO_NOT_AVAILABLE')) throw error
  })
