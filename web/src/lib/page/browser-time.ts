/** Loads the Temporal polyfill if the browser needs it; await once before the first render. */
export async function loadTemporal() {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
}

/** The browser's time zone, such as `Europe/Berlin`. */
export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
