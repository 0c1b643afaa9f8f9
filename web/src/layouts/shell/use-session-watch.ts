import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { dropAllDrafts } from '#lib/forms/draft.ts'
import { keepTyped } from '#lib/forms/kept-form.ts'
import { useFetchAhead } from '#lib/server/fetch-ahead.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { keepSession, watchSession } from '#lib/session/session.ts'
import { paths } from '#paths.ts'

const isFor =
  (pages: string) =>
  (pathname = window.location.pathname) =>
    new RegExp(`/auth/(${pages})$`).test(pathname)
const isSignInPage = isFor('login|signup|forgot-password')
const isPassage = isFor('callback|reset-password|confirm')

const later = async () => undefined

/** A client who is at no studio's address still signs in at their own studio's; for all others the guards know where. */
async function toSignIn() {
  // At hand wherever somebody was signed in; the sign-in pages have no use for it.
  const { meQuery } = await import('#lib/session/me.ts')
  const me = queryClient.getQueryData(meQuery().queryKey)
  const { pathname, search } = window.location
  if (me?.role === 'client' && me.studio && pathname === paths.profile) {
    window.location.assign(paths.login({ namespace: me.studio.slug, next: pathname + search }))
  } else window.location.reload()
}

/**
 * When the session ends or belongs to somebody else, here or in another tab, nothing of the person stays on the screen
 * or in memory: the page is loaded again. Signing out leads to the sign-in page. A session that ran out leads there too,
 * with the place to come back to, and what was typed waits there for its person.
 */
export function useSessionWatch() {
  // Where somebody only comes by, the page they go on to has the client look after the session.
  useFetchAhead(isPassage(useLocation().pathname) ? later : keepSession)
  useEffect(
    () =>
      watchSession({
        ended(deliberately, person) {
          if (isSignInPage() || isPassage()) {
            if (deliberately) window.location.assign(paths.login())
            return
          }
          if (deliberately) {
            dropAllDrafts()
            window.location.assign(paths.login())
          } else {
            if (person) keepTyped(person)
            toSignIn().catch(() => window.location.reload())
          }
        },
        changedPerson() {
          dropAllDrafts()
          window.location.reload()
        },
        arrivedElsewhere() {
          if (isSignInPage()) window.location.reload()
        },
      }),
    [],
  )
}
