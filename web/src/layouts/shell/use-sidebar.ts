import { useCallback, useEffect, useState } from 'react'
import { phoneQuery } from '#ui/use-is-phone.ts'

const COOKIE = 'sidebar_open'
const SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000

const readOpenState = () => !document.cookie.split('; ').includes(`${COOKIE}=false`)
const isPhone = () => window.matchMedia(phoneQuery).matches

/**
 * State of the sidebar: open or collapsed on wide screens, stored in a cookie for seven days; a drawer under 768 px,
 * initially closed. Ctrl/Cmd+B toggles it (spec section 2, shared chrome).
 */
export function useSidebar() {
  const [open, setOpen] = useState(readOpenState)
  // Null until it was opened once.
  const [drawer, setDrawer] = useState<boolean | null>(null)

  const toggle = useCallback(() => {
    if (isPhone()) return setDrawer((now) => !now)
    setOpen((now) => !now)
  }, [])

  useEffect(() => {
    // `cookieStore` exists on secure pages only; otherwise the choice lasts until the next load.
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
      if (!event.matches) setDrawer((now) => now && false)
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
