import { holdsSession } from '../session/stored-session.ts'
import { listenToClicks } from './clicks.ts'
import { listenToDocs } from './docs.ts'
import { listenToForms } from './forms.ts'
import { showOwnPage } from './own-page.ts'

// All the script of a public page that does not hydrate (build-plugins/site-script.ts): at most 3 kB compressed.

/** Anyone who is signed in goes on to their own page; the callback knows the way, and clears a session that is over. */
function sendHome() {
  const callback = document.querySelector<HTMLElement>('[data-sends-home]')?.dataset.sendsHome
  if (!callback || !holdsSession()) return
  const notice = window.location.search === '?studio=unknown' && document.getElementById('studio-unknown')
  // The callback has just sent them here: sending them back would never end.
  if (notice) notice.hidden = false
  else window.location.replace(callback)
}

sendHome()
showOwnPage()
// A page that the browser kept as it was, before its reader signed in or out.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  sendHome()
  showOwnPage()
})
listenToClicks()
listenToForms()
listenToDocs()
