// The only script of prerendered pages that lead into the app (layouts/shell/app-prefetch.tsx).

import { isSlowOrMetered } from '../page/network.ts'

// Lets the page itself load first, including fonts.
const SETTLED_AFTER_MS = 1500

/** Prefetches the files that the next page needs, which this page lists. */
function prefetchFiles() {
  const files = document.querySelector<HTMLElement>('[data-ahead]')?.dataset.ahead?.split(' ') ?? []
  for (const href of files) {
    const link = Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href })
    document.head.append(link)
  }
}

if (!isSlowOrMetered()) window.addEventListener('load', () => setTimeout(prefetchFiles, SETTLED_AFTER_MS))
