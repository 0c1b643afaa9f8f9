import { useCallback, useEffect, useState } from 'react'
import { phoneQuery } from '#ui/use-is-phone.ts'

const COOKIE = 'sidebar_open'
const SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000

const readOpenState = () => !document.cookie.split('; ').includes(`${COOKIE}=false`)
const isPhone = () => window.matchMedia(phoneQuery).matches

/**
 * The state of the sidebar. On wide screens it is open or collapsed, which a cookie stores for seven days. Under 768 px it
 * is a drawer, which is closed at first. Ctrl/Cmd+B toggles it (spec section 2, shared chrome).
 */
export function useSidebar() {
  const [open, setOpen] = useState(readOpenState)
  // Null until it is opened for the first time.
  const [drawer, setDrawer] = useState<boolean | null>(null)

  const toggle = useCallback(() => {
    if (isPhone()) return setDrawer((wasOpen) => !wasOpen)
    setOpen((wasOpen) => !wasOpen)
  }, [])

  useEffect(() => {
    // `cookieStore` exists only on secure pages; elsewhere the choice lasts until the next load.
    void window.cookieStore?.set({
      name: COOKIE,
      value: String(open),
      expires: Date.now() + SEVEN_DAYS_MS,
      sameSite: 'lax',
    })
  }, [open])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      toggle()
    }
    const onResize = (event: MediaQueryListEvent) => {
      if (!event.matches) setDrawer((wasOpen) => wasOpen && false)
    }
    const query = window.matchMedia(phoneQuery)
    window.addEventListener('keydown', onKeyDown)
    query.addEventListener('change', onResize)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      query.removeEventListener('change', onResize)
    }
  }, [toggle])

  return { open, drawer, setDrawer, toggle }
}
