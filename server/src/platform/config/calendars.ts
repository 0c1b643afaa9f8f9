import { z } from 'zod'
import { ConfigError, ServiceAddress } from './values.ts'

/** The variables for calendars that people connect by consent. */
export const CalendarVariables = z.object({
  // Not the registration for sign-in, because this one requests access to people's calendars.
  GOOGLE_CALENDAR_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CALENDAR_CLIENT_SECRET: z.string().min(1).optional(),
  // One address in place of Google's own, for tests.
  GOOGLE_CALENDAR_URL: ServiceAddress.optional(),
  MICROSOFT_CALENDAR_CLIENT_ID: z.string().min(1).optional(),
  MICROSOFT_CALENDAR_CLIENT_SECRET: z.string().min(1).optional(),
  // One address in place of Microsoft's own, for tests.
  MICROSOFT_CALENDAR_URL: ServiceAddress.optional(),
})

type Variables = z.output<typeof CalendarVariables>

/** The operator's registration with a provider of calendars. `url` replaces the provider's own addresses. */
export type CalendarClient = { id: string; secret: string; url: string | null }

type CalendarClients = { google: CalendarClient | null; microsoft: CalendarClient | null }

/** The providers whose calendars can be connected by consent. */
export function readCalendarClients(env: Variables): CalendarClients {
  return { google: calendarClientOf(env, 'GOOGLE'), microsoft: calendarClientOf(env, 'MICROSOFT') }
}

function calendarClientOf(env: Variables, name: 'GOOGLE' | 'MICROSOFT'): CalendarClient | null {
  const [id, secret] = [env[`${name}_CALENDAR_CLIENT_ID`], env[`${name}_CALENDAR_CLIENT_SECRET`]]
  if (Boolean(id) !== Boolean(secret))
    throw new ConfigError(`${name}_CALENDAR_CLIENT_ID: must be given together with ${name}_CALENDAR_CLIENT_SECRET`)
  return id && secret ? { id, secret, url: env[`${name}_CALENDAR_URL`] ?? null } : null
}
