// The only script of a prerendered page that leads into the app (layouts/shell/app-prefetch.tsx).

import { isSlowOrMetered } from '../page/network.ts'

// Leaves time for the page itself to load, fonts included.
const SETTLED_AFTER_MS = 1500

/** Prefetches the files that the page lists for the next page. */
function prefetchFiles() {
  const files = document.querySelector<HTMLElement>('[data-ahead]')?.dataset.ahead?.split(' ') ?? []
  for (const href of files) {
    const link = Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href })
    document.head.append(link)
  }
}

if (!isSlowOrMetered()) window.addEventListener('load', () => setTimeout(prefetchFiles, SETTLED_AFTER_MS))
