import { type Role, roleLabels } from '@studiohub/contract/actor.ts'
import type { PlatformUser } from '@studiohub/contract/features/admin/schema.ts'
import { dateFormat } from '@studiohub/contract/shared/formats.ts'

/** The user's name, or the email if they have none. */
export const getDisplayName = ({ full_name, email }: Pick<PlatformUser, 'full_name' | 'email'>) => full_name || email

/** 'Studio Admin, Northlight'; only the role if it has no studio. */
export const formatRole = ({ role, studio_name }: { role: Role; studio_name: string | null }) =>
  studio_name ? `${roleLabels[role]}, ${studio_name}` : roleLabels[role]

const FAR_AWAY_YEAR = 9000

/** Whether a suspension has no end date. Its end is then stored as a year far in the future. */
export const isOpenEnded = (banned_until: string) => new Date(banned_until).getUTCFullYear() > FAR_AWAY_YEAR

const formatMonth = dateFormat({ month: 'short' })

/** 'Nov' for `2026-11`. */
export const formatShortMonth = (yearAndMonth: string) => formatMonth(`${yearAndMonth}-01`)

/** 'Nov 16' for `2026-11-16`. */
export const formatShortDay = dateFormat({ day: 'numeric', month: 'short' })
