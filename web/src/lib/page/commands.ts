import { useEffect, useSyncExternalStore } from 'react'
import type { Command } from '#ui/command-palette.tsx'

type Commands = readonly Command[]

const sources = new Set<{ current: Commands }>()
const listeners = new Set<() => void>()
let allCommands: Commands = []

function updateCommands() {
  allCommands = [...sources].flatMap(({ current }) => current)
  for (const listener of listeners) listener()
}

/** Adds commands to the command palette while this screen is mounted. @param commands must be stable between renders */
export function useCommandSource(commands: Commands) {
  useEffect(() => {
    const source = { current: commands }
    sources.add(source)
    updateCommands()
    return () => {
      sources.delete(source)
      updateCommands()
    }
  }, [commands])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The commands of all mounted screens. */
export const useScreenCommands = () => useSyncExternalStore(subscribe, () => allCommands)
