/** The providers whose calendars people connect by their consent on a page of the provider. */
export const calendarProviders = ['google', 'microsoft'] as const
export type CalendarProviderKind = (typeof calendarProviders)[number]

/** How a calendar is read: a file at an address, an account of a server, or by consent at a provider. */
export const calendarKinds = ['ics', 'caldav', ...calendarProviders] as const
export type CalendarKind = (typeof calendarKinds)[number]

/** What people call the providers. */
export const calendarProviderNames: Record<CalendarProviderKind, string> = { google: 'Google', microsoft: 'Microsoft' }

/** Maximum number of connected calendars of one person or room. */
export const CALENDARS_MAX = 5

/** The longest name of a connected calendar, in characters. */
export const CALENDAR_LABEL_MAX = 100

/** The longest address of a calendar, in characters. */
export const CALENDAR_URL_MAX = 2000

/** How many times of one calendar we read, and how many days ahead. */
export const CALENDAR_TIMES_MAX = 5000
export const CALENDAR_DAYS_AHEAD = 400

/** How often calendars are read. */
export const CALENDAR_MINUTES = 15

/** What screens call a time in which a connected calendar is busy. */
export const CALENDAR_BUSY = 'Busy (calendar)'
