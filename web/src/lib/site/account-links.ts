import { hasStoredSession } from '../session/stored-session.ts'

/** Swaps the sign-in links for a link to the user's own page if a session is stored. */
export function showAccountLinks() {
  const isSignedIn = hasStoredSession()
  for (const link of document.querySelectorAll<HTMLElement>('[data-signed-out]')) link.hidden = isSignedIn
  for (const link of document.querySelectorAll<HTMLElement>('[data-signed-in]')) link.hidden = !isSignedIn
}
