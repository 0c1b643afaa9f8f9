import { holdsSession } from '../session/stored-session.ts'

/** Shows a signed-in person the link to their own page in place of the links to sign in. */
export function showOwnPage() {
  const isSignedIn = holdsSession()
  for (const link of document.querySelectorAll<HTMLElement>('[data-signed-out]')) link.hidden = isSignedIn
  for (const link of document.querySelectorAll<HTMLElement>('[data-signed-in]')) link.hidden = !isSignedIn
}
