import { useEffect, useState } from 'react'
import type { Toasts } from './toaster.tsx'

type Text = { title: string; description?: string; link?: string }
type Kind = 'done' | 'info' | 'warned' | 'failed'

/** Puts one toast on the screen. */
export type Show = (kind: Kind, text: Text) => void

let show: Show | null = null
let parts: typeof Toasts | null = null
let wake: () => void = () => undefined
const held: [Kind, Text][] = []

const say = (kind: Kind) => (text: Text) => {
  if (show) return show(kind, text)
  held.push([kind, text])
  wake()
}

/** Called from the query client alone, and from the few places that change nothing on the server (copying, say). */
export const toast = { done: say('done'), info: say('info'), warned: say('warned'), failed: say('failed') }

function ready(shown: Show) {
  show = shown
  for (const [kind, text] of held.splice(0)) shown(kind, text)
}

const uses = ['pointerdown', 'keydown', 'focusin'] as const

/**
 * Where toasts appear; once, in the root. Its parts are loaded when somebody begins to use the page, before there is
 * anything to say: the first paint does not wait for them, and a connection that is lost later can still be told of.
 */
export function Toaster() {
  const [Parts, setParts] = useState(() => parts)
  useEffect(() => {
    if (Parts) {
      return () => {
        show = null
      }
    }
    wake = () =>
      void import('./toaster.tsx').then(
        ({ Toasts }) => {
          parts = Toasts
          setParts(() => Toasts)
        },
        // Loaded with the next use; until then what there is to say is held.
        () => undefined,
      )
    if (held.length > 0) wake()
    for (const use of uses) window.addEventListener(use, wake)
    return () => {
      for (const use of uses) window.removeEventListener(use, wake)
    }
  }, [Parts])
  return Parts && <Parts onReady={ready} />
}
