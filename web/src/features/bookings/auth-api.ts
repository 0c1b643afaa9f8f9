import { getSession } from '#lib/session/session.ts'

/** Spec section 8: without a session nothing is sent, and the form shows this error. */
export async function checkSignedIn() {
  if (!(await getSession())) throw new Error('You must be logged in to create a booking')
}
