import { type Role, roleLabels } from '@studiohub/contract/actor.ts'
import type { PlatformUser } from '@studiohub/contract/features/admin/schema.ts'

/** What somebody is called: by their name, or their address where they gave none. */
export const nameOf = ({ full_name, email }: Pick<PlatformUser, 'full_name' | 'email'>) => full_name || email

/** 'Studio Admin, Northlight', or the role alone where it belongs to no studio. */
export const roleInWords = ({ role, studio_name }: { role: Role; studio_name: string | null }) =>
  studio_name ? `${roleLabels[role]}, ${studio_name}` : roleLabels[role]

const FAR_AWAY_YEAR = 9000

/** Whether a suspension has no end of its own. */
export const isOpenEnded = (banned_until: string) => new Date(banned_until).getUTCFullYear() > FAR_AWAY_YEAR

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** 'Nov 21, 2026' where the browser is. @param instant ISO 8601 */
export const dayOf = (instant: string) => day.format(new Date(instant))

const month = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })
const dayAndMonth = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** 'Nov' of `2026-11`; 'Nov 16' of `2026-11-16`. */
export const monthInShort = (text: string) => month.format(new Date(`${text}-01T00:00:00Z`))
export const weekInShort = (text: string) => dayAndMonth.format(new Date(`${text}T00:00:00Z`))
