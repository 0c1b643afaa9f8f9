import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { watchSession } from '../lib/session.ts'
import { paths } from '../paths.ts'

/**
 * When the session ends, here or in another tab, nothing of the person stays on the screen: signing out leads to the
 * sign-in page, a session that ran out lets the guards ask again, which keeps the place to come back to.
 */
export function useSessionWatch() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const now = useRef({ navigate, revalidate, pathname })
  useEffect(() => {
    now.current = { navigate, revalidate, pathname }
  })

  useEffect(() => {
    const forget = () => queryClient.clear()
    return watchSession({
      ended(deliberately) {
        // Forgotten last: the page that is still there must not ask for everything anew on its way out.
        const way = deliberately ? now.current.navigate(paths.login()) : now.current.revalidate()
        void Promise.resolve(way).then(forget)
      },
      changedPerson() {
        forget()
        void now.current.revalidate()
      },
    })
  }, [queryClient])
}
