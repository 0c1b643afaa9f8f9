import type { ScreenUser } from './screens-of-routes.ts'
import { profileTexts, type Words } from './words-of-shared-parts.ts'
import { studioWords } from './words-of-studio-screens.ts'

export type State = 'full' | 'empty'

/**
 * The spec's headings, labels, counters and empty texts (section 2), by user and address; `:studio` is the studio's
 * slug. A number follows the name of its counter. Dialogs are in `screens.test.ts`, toasts in the journeys.
 */
const words: Partial<Record<ScreenUser, Record<string, Words>>> = {
  ...studioWords,

  super_admin: {
    '/super-admin': {
      full: ['Dashboard', 'Studios', 'Users', 'Total Studios', 'Total Users', 'Monthly Revenue', 'Active Bookings'],
    },
    '/super-admin/studios': {
      full: ['Add studio', 'Name', 'Type', 'Location', 'Contact', 'Status', 'Actions'],
    },
    '/super-admin/studios?search=nothing-like-this': { full: ['No studio found'] },
    '/super-admin/users': {
      full: ['All Users', 'Pending Approvals', 'Name', 'Phone', 'Roles', 'Registered', 'Assign Role'],
    },
    '/super-admin/users?tab=pending': { full: ['Pia Novak', 'Approve', 'Reject'] },
    '/super-admin/users?tab=pending&state=answered': { full: ['Open', 'Answered'] },
    '/profile': { full: [...profileTexts, 'Super Admin', 'admin@studiohub.example'] },
  },
}

/** The texts of a screen with or without data. @param studio the slug in its address */
export function textsOfScreen(user: ScreenUser, at: string, state: State, studio: string): readonly string[] {
  const found = words[user]?.[at.replace(new RegExp(`^/${studio}(?=/|$)`), '/:studio')]
  return [...(found?.always ?? []), ...(found?.[state] ?? [])]
}

/** The screens that a person at a studio opens before there is any data. */
export const screensWithoutData = (user: ScreenUser, studio: string): readonly string[] =>
  Object.entries(words[user] ?? {})
    .filter(([, { always, empty }]) => always || empty)
    .map(([at]) => at.replace('/:studio', `/${studio}`))
