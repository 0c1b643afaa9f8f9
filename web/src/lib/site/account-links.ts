import { hasStoredSession } from '../session/stored-session.ts'

/** If a session is stored, replaces the sign-in links with a link to the user's own page. */
export function showAccountLinks() {
  const isSignedIn = hasStoredSession()
  for (const link of document.querySelectorAll<HTMLElement>('[data-signed-out]')) link.hidden = isSignedIn
  for (const link of document.querySelectorAll<HTMLElement>('[data-signed-in]')) link.hidden = !isSignedIn
}
