import { showAccountLinks } from './account-links.ts'
import { setUpBookingForm } from './booking-form.ts'
import { showOpening } from './opening.ts'

// The only script of a studio's public page: at most 3 kB compressed.

showAccountLinks()
showOpening()
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  showAccountLinks()
  showOpening()
})
setUpBookingForm()
