import { type Role, roleLabels } from '@studiohub/contract/actor.ts'
import type { Letter, Sender } from '../letter.tsx'

/** The spec's data for the 'welcome' mail (section 8). */
export type WelcomeData = {
  userName: string
  /** 'onboarding' for somebody who has signed up without a studio and chooses a role next. */
  userRole: Role | 'onboarding'
  studioName: string
  studioLogo: string | null
  dashboardUrl: string
}

const next: Record<Role | 'onboarding', string> = {
  onboarding:
    'One step is left: choose how you want to use StudioHub, as a client, a partner or with a studio of your own.',
  client: 'You can book sessions, follow your projects and keep everything about them in one place.',
  staff: 'Your schedule, your tasks and the clients who are in today are waiting for you.',
  studio_admin: 'Your studio is ready for bookings, clients and crew.',
  partner: 'Your partner dashboard is ready.',
  super_admin: 'Your dashboard is ready.',
}

export function welcome(data: WelcomeData, sender: Sender): Letter {
  const { userName, userRole, studioName, studioLogo, dashboardUrl } = data
  const starts = userRole === 'onboarding'
  return {
    subject: `Welcome to ${studioName}`,
    preview: starts ? 'Choose your role and get started' : 'Your account is ready',
    sender: { ...sender, name: studioName, logo_url: studioLogo },
    heading: `Welcome, ${userName}`,
    paragraphs: [
      starts
        ? `Your account at ${studioName} has been created.`
        : `You have joined ${studioName}. Your role: ${roleLabels[userRole]}.`,
      next[userRole],
    ],
    action: { label: starts ? 'Choose your role' : 'Open your dashboard', url: dashboardUrl },
    small: [
      `You receive this email because an account was created with this address. If that was not you, you can ignore it.`,
    ],
  }
}
