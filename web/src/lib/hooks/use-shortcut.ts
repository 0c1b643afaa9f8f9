import { useLayoutEffect, useRef } from 'react'

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Binds a single key on the page, except in text fields and while a dialog is open. @param run null disables it */
export function useShortcut(key: string, run: (() => void) | null) {
  const latest = useRef(run)
  // Before the first paint, so that a key that is pressed as soon as the screen is visible counts.
  useLayoutEffect(() => {
    latest.current = run
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (
        event.defaultPrevented ||
        isTextField(event.target) ||
        document.querySelector('dialog[open], [role="dialog"]')
      )
        return
      if (!latest.current) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [key])
}
