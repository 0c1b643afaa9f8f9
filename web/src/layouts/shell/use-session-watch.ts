import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { deleteAllDrafts } from '#lib/forms/draft-storage.ts'
import { saveOpenForms } from '#lib/forms/form-draft.ts'
import { deleteDay, deleteStoredData } from '#lib/offline/delete-stored-data.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { useDelayedLoad } from '#lib/server/use-prefetch.ts'
import { meQuery } from '#lib/session/me.ts'
import { keepSessionFresh, watchSession } from '#lib/session/session.ts'
import { paths } from '#paths.ts'

const matchesAuthPage =
  (pages: string) =>
  (pathname = window.location.pathname) =>
    new RegExp(`/auth/(${pages})$`).test(pathname)
const isSignInPage = matchesAuthPage('login|signup|forgot-password')
const isRedirectPage = matchesAuthPage('callback|reset-password|confirm')

/** A busy disk can delay the deletion. After this time the page is left, and the browser completes the deletion. */
const DELETE_TIMEOUT_MS = 2000

/** Deletes the person's offline data on this device and removes the number from the app's icon. */
async function deleteDeviceData(forget: () => Promise<unknown>) {
  const deletions = Promise.allSettled([navigator.clearAppBadge?.(), forget()])
  await Promise.race([deletions, new Promise((resolve) => setTimeout(resolve, DELETE_TIMEOUT_MS))])
}

const doNothing = async () => undefined

/**
 * Opens the sign-in page by reloading, because the guards redirect to it. The profile page belongs to no studio, so from
 * there clients are sent to the sign-in page of their studio.
 */
function openSignInPage() {
  const me = queryClient.getQueryData(meQuery().queryKey)
  const { pathname, search } = window.location
  if (me?.role === 'client' && me.studio && pathname === paths.profile) {
    window.location.assign(paths.login({ namespace: me.studio.slug, next: pathname + search }))
  } else window.location.reload()
}

/**
 * Reloads the page when the session ends or its user changes, in this or another tab, so that no data of the previous user
 * remains. Signing out opens the sign-in page. After an expired session, the sign-in page returns to the current page, and
 * unsent input is stored for the same user.
 */
export function useSessionWatch() {
  // Redirect pages do not refresh the session. The next page does.
  useDelayedLoad(isRedirectPage(useLocation().pathname) ? doNothing : keepSessionFresh)
  useEffect(
    () =>
      watchSession({
        onEnded(deliberately, userId) {
          if (isSignInPage() || isRedirectPage()) {
            if (deliberately) window.location.assign(paths.login())
            return
          }
          if (deliberately) {
            deleteAllDrafts()
            void deleteDeviceData(deleteStoredData).finally(() => window.location.assign(paths.login()))
          } else {
            if (userId) saveOpenForms(userId)
            void deleteDeviceData(deleteDay).finally(openSignInPage)
          }
        },
        onUserChanged() {
          deleteAllDrafts()
          void deleteDeviceData(deleteStoredData).finally(() => window.location.reload())
        },
        onSignedInElsewhere() {
          if (isSignInPage()) window.location.reload()
        },
      }),
    [],
  )
}
