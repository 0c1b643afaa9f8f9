import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aCalendarClient, CALDAV_PASSWORD, CALDAV_USER } from './caldav-client.ts'
import { freePort } from './postgres.ts'

/** Whether the CalDAV server Radicale (`apt install radicale`) is on this machine. */
export const hasRadicale = spawnSync('radicale', ['--version']).status === 0

/** Radicale with the account of the tests and its empty calendars "Private" and "Work". */
export async function aRadicale() {
  const folder = await mkdtemp(join(tmpdir(), 'studiohub-radicale-'))
  const port = await freePort()
  await writeFile(join(folder, 'users'), `${CALDAV_USER}:${CALDAV_PASSWORD}\n`)
  const options = {
    'server-hosts': `127.0.0.1:${port}`,
    'auth-type': 'htpasswd',
    'auth-htpasswd-filename': join(folder, 'users'),
    'auth-htpasswd-encryption': 'plain',
    'auth-delay': '0',
    'storage-filesystem-folder': join(folder, 'collections'),
    'logging-level': 'critical',
  }
  const args = ['--config', '', ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])]
  const child = spawn('radicale', args, { stdio: 'ignore' })
  const client = aCalendarClient(`http://127.0.0.1:${port}/`)
  const isUp = () =>
    client.request('OPTIONS', '/').then(
      () => true,
      () => false,
    )
  while (child.exitCode === null && !(await isUp()));
  if (child.exitCode !== null) throw new Error('radicale did not start')
  for (const name of ['Private', 'Work']) {
    const body = `<?xml version="1.0"?><C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>
      <D:displayname>${name}</D:displayname></D:prop></D:set></C:mkcalendar>`
    const { status } = await client.request('MKCALENDAR', `/${CALDAV_USER}/${name.toLowerCase()}/`, body)
    if (status !== 201) throw new Error(`radicale created no calendar: ${status}`)
  }
  return {
    ...client,
    stop: async () => {
      child.kill()
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
