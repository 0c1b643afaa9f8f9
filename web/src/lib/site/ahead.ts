// All the script of a written page that leads into the app (layouts/app-ahead.tsx).

// Long enough for what the page shows to have come, its letters too.
const SETTLED_AFTER_MS = 1500

/** Fetches the files that the page names, for the page after it. */
function fetchAhead() {
  const files = document.querySelector<HTMLElement>('[data-ahead]')?.dataset.ahead?.split(' ') ?? []
  for (const href of files) {
    const link = Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href })
    document.head.append(link)
  }
}

window.addEventListener('load', () => setTimeout(fetchAhead, SETTLED_AFTER_MS))
