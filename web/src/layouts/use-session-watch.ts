import { useEffect } from 'react'
import { dropAllDrafts } from '../lib/draft.ts'
import { watchSession } from '../lib/session.ts'
import { paths } from '../paths.ts'

const isAuthPage = () => /\/auth\//.test(window.location.pathname)

/**
 * When the session ends or belongs to somebody else, here or in another tab, nothing of the person stays on the screen
 * or in memory: the page is loaded anew. Signing out leads to the sign-in page; else the guards ask again, which keeps
 * the place to come back to.
 */
export function useSessionWatch() {
  useEffect(
    () =>
      watchSession({
        ended(deliberately) {
          if (deliberately) {
            dropAllDrafts()
            window.location.assign(paths.login())
          } else if (!isAuthPage()) window.location.reload()
        },
        changedPerson() {
          dropAllDrafts()
          window.location.reload()
        },
      }),
    [],
  )
}
