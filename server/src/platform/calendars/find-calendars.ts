import { type CalDavAccess, readProperties, readPropertyText, requireAnswers, withCalDav } from './caldav-call.ts'
import { CalendarError } from './read-calendar.ts'

const CALENDARS_MAX = 50
const NAME_CHARACTERS = 100
const URL_CHARACTERS = 2_000
const NOTHING_FOUND = 'No calendars were found. Check the URL of the server.'

export type AccountCalendar = { url: string; name: string; can_receive: boolean }

/**
 * Finds the calendars of a CalDAV account (RFC 6764 and 4791).
 * @throws CalendarError
 */
export function findCalendars(access: CalDavAccess, signal: AbortSignal): Promise<AccountCalendar[]> {
  return withCalDav(access, signal, async (dav, options) => {
    const account = await dav.createAccount({
      account: { serverUrl: access.url, accountType: 'caldav' },
      ...options,
    })
    const { homeUrl } = account
    if (!homeUrl) throw new CalendarError(NOTHING_FOUND)
    // The library's own search sends one more call for each calendar, and a hostile server may have any number.
    const answers = await dav.propfind({
      url: homeUrl,
      depth: '1',
      props: { 'd:displayname': {}, 'd:resourcetype': {}, 'c:supported-calendar-component-set': {} },
      ...options,
    })
    const calendars = requireAnswers(answers).flatMap((answer): AccountCalendar[] => {
      const { resourcetype, displayname, supportedCalendarComponentSet } = readProperties(answer)
      const url = URL.parse(readPropertyText(answer.href), homeUrl)?.href
      if (!hasKey(resourcetype, 'calendar') || !acceptsEvents(supportedCalendarComponentSet)) return []
      if (!url || url.length > URL_CHARACTERS) return []
      return [
        { url, name: readPropertyText(displayname).trim().slice(0, NAME_CHARACTERS) || 'Calendar', can_receive: true },
      ]
    })
    if (calendars.length === 0) throw new CalendarError(NOTHING_FOUND)
    return calendars.slice(0, CALENDARS_MAX)
  })
}

const hasKey = (value: unknown, key: string) => typeof value === 'object' && value !== null && key in value

// A calendar without this property accepts everything.
function acceptsEvents(components: unknown): boolean {
  const text = JSON.stringify(components ?? null)
  return text === 'null' || text.includes('"VEVENT"')
}

/**
 * The email addresses at which the account is invited, at most ten. Invitations that one of them declined are ignored. Empty
 * if the server does not return them.
 */
export async function findAddresses(access: CalDavAccess, signal: AbortSignal): Promise<string[]> {
  try {
    return await withCalDav(access, signal, async (dav, options) => {
      const account = await dav.createAccount({ account: { serverUrl: access.url, accountType: 'caldav' }, ...options })
      const addresses = await dav.fetchCalendarUserAddresses({ account, ...options })
      const emails = addresses.flatMap((address) => /^mailto:(.+@.+)$/i.exec(address)?.[1]?.toLowerCase() ?? [])
      return emails.slice(0, 10)
    })
  } catch {
    signal.throwIfAborted()
    return []
  }
}
