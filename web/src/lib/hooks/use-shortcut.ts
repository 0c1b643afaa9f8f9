import { useEffect, useRef } from 'react'

const takesText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** A single key that does something wherever the focus is, except where a person types or a dialog is open. */
export function useShortcut(key: string, run: (() => void) | null) {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (event.defaultPrevented || takesText(event.target) || document.querySelector('[role="dialog"]')) return
      if (!latest.current) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [key])
}
