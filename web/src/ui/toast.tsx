import { type ComponentType, useEffect, useState } from 'react'
import type { ShowToast, ToastContent, ToastKind, ToastsProps } from './toast-content.ts'

let show: ShowToast | null = null
let loadedToasts: ComponentType<ToastsProps> | null = null
let loadToaster: () => void = () => undefined
const queue: [ToastKind, ToastContent][] = []

const queueToast = (kind: ToastKind) => (text: ToastContent) => {
  if (show) return show(kind, text)
  queue.push([kind, text])
  loadToaster()
}

/** For the query client, and for actions that send nothing to the server, such as copying. */
export const toast = {
  success: queueToast('success'),
  info: queueToast('info'),
  warning: queueToast('warning'),
  error: queueToast('error'),
}

function onReady(showToast: ShowToast) {
  show = showToast
  for (const [kind, text] of queue.splice(0)) showToast(kind, text)
}

const interactions = ['pointerdown', 'keydown', 'focusin'] as const

/**
 * Renders toasts; used once, in the root. Its code loads on the first interaction: after the first paint, but early enough
 * to report a connection that is lost later.
 */
export function Toaster() {
  const [LoadedToasts, setLoadedToasts] = useState(() => loadedToasts)
  useEffect(() => {
    if (LoadedToasts) {
      return () => {
        show = null
      }
    }
    loadToaster = () =>
      void import('./toaster.tsx').then(
        ({ Toasts }) => {
          loadedToasts = Toasts
          setLoadedToasts(() => Toasts)
        },
        // The next interaction tries again; until then toasts wait in the queue.
        () => undefined,
      )
    if (queue.length > 0) loadToaster()
    for (const interaction of interactions) window.addEventListener(interaction, loadToaster)
    return () => {
      for (const interaction of interactions) window.removeEventListener(interaction, loadToaster)
    }
  }, [LoadedToasts])
  return LoadedToasts && <LoadedToasts onReady={onReady} />
}
