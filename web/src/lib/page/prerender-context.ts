import { createContext } from 'react'
import type { EntryContext } from 'react-router'

/** The data that the router passes to the entry that prerenders pages; null in a browser. */
export const PrerenderContext = createContext<Pick<EntryContext, 'isSpaMode' | 'manifest'> | null>(null)
