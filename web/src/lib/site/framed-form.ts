import { setUpBookingForm } from './booking-form.ts'
import type { FrameMessage } from './frame-messages.ts'

// The script of the booking form in a frame of another website. It never looks for a session, because people sign in in a
// separate window.

setUpBookingForm()

// The website's script sends its own origin, so that no other site gets the messages. They contain the height of the form
// and what happened, and nothing about the person.
const website = new URLSearchParams(location.search).get('website')
if (website && window.parent !== window) {
  const sendToWebsite = (message: FrameMessage) => window.parent.postMessage({ studiohub: message }, website)
  new ResizeObserver(() => sendToWebsite({ height: document.body.scrollHeight })).observe(document.body)
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'time') sendToWebsite({ event: 'time-chosen' })
  })
  sendToWebsite({ event: document.querySelector('[data-held]') ? 'time-held' : 'shown' })
}
