import { type Role, roleLabels } from '@studiohub/contract/actor.ts'
import type { EmailContent, Sender } from '../render-email.tsx'

/** The spec's data for the 'welcome' email (section 8). */
export type WelcomeData = {
  userName: string
  /**
   * 'onboarding': the person signed up without a studio, and chooses a role next. 'joining': they signed up at a studio, and
   * join it next.
   */
  userRole: Role | 'onboarding' | 'joining'
  studioName: string
  studioLogo: string | null
  dashboardUrl: string
  /** The session that was chosen before the sign-up; `dashboardUrl` then opens it. */
  chosen?: string | undefined
  /** Proves the address together with a session or the password; null if it is already proven. */
  confirmUrl: string | null
  /** The page for choosing a first password; null if the account has one. */
  passwordUrl: string | null
}

const next: Record<WelcomeData['userRole'], string> = {
  joining: 'Open the studio to book sessions and follow your projects.',
  onboarding:
    'One step is left: choose how you want to use StudioHub, as a client, a partner or with a studio of your own.',
  client: 'You can book sessions, follow your projects and keep everything about them in one place.',
  staff: 'Your schedule, your tasks and the clients who are in today are waiting for you.',
  studio_admin: 'Your studio is ready for bookings, clients and crew.',
  partner: 'Your partner dashboard is ready.',
  super_admin: 'Your dashboard is ready.',
}

const labelOf = (userRole: WelcomeData['userRole'], studioName: string) => {
  if (userRole === 'onboarding') return 'Choose your role'
  return userRole === 'joining' ? `Open ${studioName}` : 'Open your dashboard'
}

export function welcome(data: WelcomeData, sender: Sender): EmailContent {
  const { userName, userRole, studioName, studioLogo, dashboardUrl, chosen, confirmUrl, passwordUrl } = data
  const starts = userRole === 'onboarding'
  return {
    subject: `Welcome to ${studioName}`,
    preview: starts ? 'Choose your role and get started' : 'Your account is ready',
    sender: { ...sender, name: studioName, logo_url: studioLogo },
    heading: `Welcome, ${userName}`,
    paragraphs: [
      userRole === 'onboarding' || userRole === 'joining'
        ? `Your account at ${studioName} has been created.`
        : `You have joined ${studioName}. Your role: ${roleLabels[userRole]}.`,
      chosen ? `You chose ${chosen}. It is not booked yet: open it and press Create Booking.` : next[userRole],
    ],
    action: { label: chosen ? 'Book this time' : labelOf(userRole, studioName), url: dashboardUrl },
    ...(passwordUrl && {
      second: {
        before: 'Your account has no password yet. Choose one, so that you can sign in on other devices:',
        label: 'Choose a password',
        url: passwordUrl,
      },
    }),
    ...(confirmUrl && {
      second: {
        before: 'Confirm that this address is yours, so that you can recover your account with it:',
        label: 'Confirm your email address',
        url: confirmUrl,
      },
    }),
    small: [
      confirmUrl
        ? 'You receive this email because an account was created with this address. If that was not you, open the link above and choose "This was not me".'
        : 'You receive this email because an account was created with this address. If that was not you, you can ignore it.',
    ],
  }
}
