export const CALDAV_USER = 'sam'
export const CALDAV_PASSWORD = 'canary-app-password'

const authorization = `Basic ${Buffer.from(`${CALDAV_USER}:${CALDAV_PASSWORD}`).toString('base64')}`

/** A calendar program with the account of the tests, which changes the calendars of a CalDAV server. */
export function aCalendarClient(url: string) {
  const request = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization,
        ...(body !== undefined && { 'content-type': 'text/calendar; charset=utf-8' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, text: await response.text(), etag: response.headers.get('etag') }
  }
  const requireSuccess = ({ status, text }: { status: number; text: string }) => {
    if (status >= 400) throw new Error(`the CalDAV server answered ${status} ${text}`)
  }
  return {
    url,
    host: new URL(url).host,
    request,
    /** The address of one of its calendars. */
    urlOf: (calendar: 'private' | 'work') => new URL(`/${CALDAV_USER}/${calendar}/`, url).href,
    put: async (calendar: 'private' | 'work', name: string, text: string) =>
      requireSuccess(await request('PUT', `/${CALDAV_USER}/${calendar}/${name}.ics`, text)),
    remove: async (calendar: 'private' | 'work', name: string) =>
      requireSuccess(await request('DELETE', `/${CALDAV_USER}/${calendar}/${name}.ics`)),
    get: (calendar: 'private' | 'work', name: string) => request('GET', `/${CALDAV_USER}/${calendar}/${name}.ics`),
  }
}
