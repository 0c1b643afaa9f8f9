// The only script of prerendered pages from which people go on to the app (layouts/shell/app-prefetch.tsx).

import { isSlowOrMetered } from '../page/network.ts'
import { showAccountLinks } from './account-links.ts'

// Lets the page itself load first, including fonts.
const SETTLED_AFTER_MS = 1500

/** Prefetches the files that the app needs. The page lists them. */
function prefetchFiles() {
  const files = document.querySelector<HTMLElement>('[data-prefetch]')?.dataset.prefetch?.split(' ') ?? []
  for (const href of files) {
    const link = Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href })
    document.head.append(link)
  }
}

showAccountLinks()
if (!isSlowOrMetered()) window.addEventListener('load', () => setTimeout(prefetchFiles, SETTLED_AFTER_MS))
