import type { CalendarProviderKind } from '@studiohub/contract/features/connected-calendars/words.ts'
import type { Config } from '../config/config.ts'
import type { CalendarProvider } from './calendar-provider.ts'
import { createGoogleCalendars } from './google.ts'
import { createMicrosoftCalendars } from './microsoft.ts'

let current: readonly CalendarProvider[] = []

/** Sets the providers whose calendars people can connect; called once at start. */
export function setCalendarProviders({ calendarClients }: Pick<Config, 'calendarClients'>): void {
  const { google, microsoft } = calendarClients
  current = [
    ...(google ? [createGoogleCalendars(google)] : []),
    ...(microsoft ? [createMicrosoftCalendars(microsoft)] : []),
  ]
}

/** The configured providers of calendars with sign-in, such as Google. */
export const getCalendarProviders = (): readonly CalendarProvider[] => current

/** @returns undefined if the provider is not configured */
export const findCalendarProvider = (kind: CalendarProviderKind) => current.find((provider) => provider.kind === kind)
