import { setTimeout as wait } from 'node:timers/promises'
import { callAs } from '@studiohub/testing/http.ts'

export const DEMO_PASSWORD = 'studiohub'

/** The first of next month: a month in which all days can still be booked. */
export function nextMonth(now = new Date()): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 7)
}

// Day of the month, from, to, service, client: a typical month of a studio with two rooms.
const sessions = [
  [1, '10:00', '13:00', 'recording', 'Cleo'],
  [2, '14:00', '18:00', 'mixing', 'Ben'],
  [3, '09:00', '12:00', 'recording', 'Ben'],
  [3, '13:00', '17:00', 'rehearsal', 'Cleo'],
  [4, '11:00', '13:00', 'mastering', 'Cleo'],
  [7, '10:00', '14:00', 'recording', 'Ben'],
  [8, '10:00', '12:00', 'consultation', 'Cleo'],
  [8, '15:00', '19:00', 'recording', 'Ben'],
  [9, '12:00', '16:00', 'mixing', 'Cleo'],
  [10, '09:00', '13:00', 'recording', 'Cleo'],
  [11, '14:00', '17:00', 'rehearsal', 'Ben'],
  [14, '10:00', '13:00', 'recording', 'Cleo'],
  [15, '13:00', '15:00', 'mastering', 'Ben'],
  [16, '10:00', '12:00', 'mixing', 'Ben'],
  [16, '14:00', '18:00', 'recording', 'Cleo'],
  [17, '09:00', '12:00', 'rehearsal', 'Ben'],
  [18, '15:00', '19:00', 'recording', 'Ben'],
  [21, '10:00', '13:00', 'mixing', 'Cleo'],
  [22, '10:00', '14:00', 'recording', 'Ben'],
  [23, '11:00', '13:00', 'mastering', 'Cleo'],
] as const

/** Every fourth booking stays pending, so that there are some to confirm. */
const isLeftPending = (index: number) => index % 4 === 3

/** Waits until the demo data is complete: it loads while the server already responds, and its partner comes last. */
export async function waitForDemo(url: string) {
  const body = { email: 'theo@tapeworks.example', password: DEMO_PASSWORD }
  for (let tries = 0; tries < 120; tries++) {
    const answer = await callAs(url, null).request('POST', '/auth/v1/token?grant_type=password', body)
    if (answer.status === 200) {
      const me = await callAs(url, String(answer.body.access_token)).get('/me')
      if (me.body.role === 'partner') return
    }
    await wait(500)
  }
  throw new Error('the demo was not loaded')
}

/**
 * Fills the first demo studio's next month through the API. The studio enters the confirmed sessions, because a client may
 * only have a few hours and requests ahead.
 */
export async function fillMonth(url: string) {
  const nora = await signedIn(url, 'nora@northlight.example')
  const people = { Cleo: await signedIn(url, 'cleo@example.com'), Ben: await signedIn(url, 'ben@example.com') }
  const me = (await nora.get('/me')).body
  const clientIds = {
    Cleo: (await people.Cleo.get('/me')).body.user.id,
    Ben: (await people.Ben.get('/me')).body.user.id,
  }
  const counts = { booked: 0, refused: 0 }
  for (const [index, [day, start_time, end_time, service_type, who]] of sessions.entries()) {
    const session = {
      booking_date: `${nextMonth()}-${String(day).padStart(2, '0')}`,
      start_time,
      end_time,
      service_type,
      booking_type: 'client_booking',
    }
    const path = `/studios/${me.studio.id}/bookings`
    const response = isLeftPending(index)
      ? await people[who].post(path, session)
      : await nora.post(path, { ...session, status: 'confirmed', client_id: clientIds[who] })
    if (response.status === 201) counts.booked += 1
    else counts.refused += 1
  }
  // Some days are taken by the demo or closed.
  if (counts.refused > counts.booked) throw new Error(`only ${counts.booked} sessions of the month could be booked`)
}

async function signedIn(url: string, email: string) {
  const body = { email, password: DEMO_PASSWORD }
  const answer = await callAs(url, null).request('POST', '/auth/v1/token?grant_type=password', body)
  if (answer.status !== 200) throw new Error(`the demo has no account for ${email}: ${answer.text}`)
  return callAs(url, String(answer.body.access_token))
}
