import { useEffect, useState } from 'react'
import type { Toasts } from './toaster.tsx'

type ToastContent = { title: string; description?: string; link?: string }
type Kind = 'success' | 'info' | 'warning' | 'error'

/** Shows one toast. */
export type ShowToast = (kind: Kind, text: ToastContent) => void

let show: ShowToast | null = null
let loadedToasts: typeof Toasts | null = null
let loadToaster: () => void = () => undefined
const queue: [Kind, ToastContent][] = []

const queueToast = (kind: Kind) => (text: ToastContent) => {
  if (show) return show(kind, text)
  queue.push([kind, text])
  loadToaster()
}

/** For the query client, and for the few actions that send nothing to the server, such as copying. */
export const toast = {
  success: queueToast('success'),
  info: queueToast('info'),
  warning: queueToast('warning'),
  error: queueToast('error'),
}

function onReady(shown: ShowToast) {
  show = shown
  for (const [kind, text] of queue.splice(0)) shown(kind, text)
}

const interactions = ['pointerdown', 'keydown', 'focusin'] as const

/**
 * Renders toasts; once, in the root. The toast code loads on the first interaction: after the first paint, but early
 * enough to report a connection that is lost later.
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
        // Retried on the next interaction; toasts wait in the queue.
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
