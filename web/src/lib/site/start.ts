import { hasStoredSession } from '../session/stored-session.ts'
import { showAccountLinks } from './account-links.ts'
import { listenForButtonActions } from './button-actions.ts'
import { setUpDocs } from './docs.ts'
import { listenToForms } from './forms.ts'

// The only script of public pages that do not hydrate (build-plugins/site-script.ts): at most 3 kB compressed.

/** Redirects signed-in users to the callback, which finds their home page and clears a session that has ended. */
function redirectSignedInUser() {
  const callback = document.querySelector<HTMLElement>('[data-sends-home]')?.dataset.sendsHome
  if (!callback || !hasStoredSession()) return
  const notice = window.location.search === '?studio=unknown' && document.getElementById('studio-unknown')
  // The callback redirected the user here, so redirecting again would loop forever.
  if (notice) notice.hidden = false
  else window.location.replace(callback)
}

redirectSignedInUser()
showAccountLinks()
// Pages from the back/forward cache may show an old sign-in state.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  redirectSignedInUser()
  showAccountLinks()
})
listenForButtonActions()
listenToForms()
setUpDocs()
