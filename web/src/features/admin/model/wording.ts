import { type Role, roleLabels } from '@studiohub/contract/actor.ts'
import type { PlatformUser } from '@studiohub/contract/features/admin/schema.ts'

/** The user's name, or the email if they have none. */
export const getDisplayName = ({ full_name, email }: Pick<PlatformUser, 'full_name' | 'email'>) => full_name || email

/** 'Studio Admin, Northlight', or only the role without a studio. */
export const formatRole = ({ role, studio_name }: { role: Role; studio_name: string | null }) =>
  studio_name ? `${roleLabels[role]}, ${studio_name}` : roleLabels[role]

const FAR_AWAY_YEAR = 9000

/** Whether a suspension lasts until it is lifted. */
export const isOpenEnded = (banned_until: string) => new Date(banned_until).getUTCFullYear() > FAR_AWAY_YEAR

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** 'Nov 21, 2026' in the browser's time zone. @param instant ISO 8601 */
export const formatDate = (instant: string) => day.format(new Date(instant))

const month = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })
const dayAndMonth = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** 'Nov' for `2026-11`; 'Nov 16' for `2026-11-16`. */
export const formatShortMonth = (text: string) => month.format(new Date(`${text}-01T00:00:00Z`))
export const formatShortWeek = (text: string) => dayAndMonth.format(new Date(`${text}T00:00:00Z`))
