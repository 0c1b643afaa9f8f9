import { useEffect, useSyncExternalStore } from 'react'
import type { Command } from '#ui/command-palette.tsx'

type Offered = readonly Command[]

const offers = new Set<{ current: Offered }>()
const listeners = new Set<() => void>()
let all: Offered = []

function changed() {
  all = [...offers].flatMap(({ current }) => current)
  for (const listener of listeners) listener()
}

/** Offers what the screen can do in the command palette, for as long as the screen is there. @param commands stable between renders */
export function useOfferCommands(commands: Offered) {
  useEffect(() => {
    const offer = { current: commands }
    offers.add(offer)
    changed()
    return () => {
      offers.delete(offer)
      changed()
    }
  }, [commands])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** What the screens that are there can do. */
export const useOfferedCommands = () => useSyncExternalStore(subscribe, () => all)
