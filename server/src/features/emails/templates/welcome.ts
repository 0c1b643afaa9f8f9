import { type Role, roleLabels } from '@studiohub/contract/actor.ts'
import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

/** The spec's data for the 'welcome' email (section 8). */
export type WelcomeData = {
  userName: string
  /**
   * 'onboarding': the person signed up without a studio and must choose a role. 'joining': they signed up at a studio and will
   * join it.
   */
  userRole: Role | 'onboarding' | 'joining'
  studioName: string
  studioLogo: string | null
  dashboardUrl: string
  /** The session that the person chose before they signed up. `dashboardUrl` then opens it. */
  chosenSession?: { service: string; when: string } | undefined
  /** The link that proves the address, together with a sign-in; null if the address is already proven. */
  confirmUrl: string | null
  /** The page to choose a first password; null if the account has one. */
  passwordUrl: string | null
}

const nextStepTexts: Record<WelcomeData['userRole'], string> = {
  joining: 'Open the studio to book sessions and follow your projects.',
  onboarding:
    'One more step: choose how you want to use StudioHub, as a client, a partner or with a studio of your own.',
  client: 'You can book sessions, follow your projects and keep everything about them in one place.',
  staff: 'See your schedule, your tasks and which clients are in today.',
  studio_admin: 'Your studio is ready for bookings, clients and crew.',
  partner: 'Your partner dashboard is ready.',
  super_admin: 'Your dashboard is ready.',
}

const labelOf = (userRole: WelcomeData['userRole'], studioName: string) => {
  if (userRole === 'onboarding') return 'Choose your role'
  return userRole === 'joining' ? `Open ${studioName}` : 'Open your dashboard'
}

export function welcomeEmail(data: WelcomeData, sender: EmailBranding): EmailContent {
  const { userName, userRole, studioName, studioLogo, dashboardUrl, chosenSession, confirmUrl, passwordUrl } = data
  const isOnboarding = userRole === 'onboarding'
  return {
    subject: `Welcome to ${studioName}`,
    preview: isOnboarding ? 'Choose your role and get started' : 'Your account is ready',
    sender: { ...sender, name: studioName, logo_url: studioLogo },
    heading: `Welcome to ${studioName}`,
    greetingName: userName,
    paragraphs: [
      isOnboarding || userRole === 'joining'
        ? `Your account at ${studioName} has been created.`
        : `You have joined ${studioName}.`,
      chosenSession ? 'This session is not booked yet. Open it and press Create Booking.' : nextStepTexts[userRole],
    ],
    facts: listFacts({
      'Your role': isOnboarding || userRole === 'joining' ? null : roleLabels[userRole],
      What: chosenSession?.service,
      When: chosenSession?.when,
    }),
    action: { label: chosenSession ? 'Book this time' : labelOf(userRole, studioName), url: dashboardUrl },
    ...(passwordUrl && {
      secondaryLink: {
        before: 'Your account has no password yet. Choose one, so that you can sign in on other devices:',
        label: 'Choose a password',
        url: passwordUrl,
      },
    }),
    ...(confirmUrl && {
      secondaryLink: {
        before: 'Confirm that this address is yours, so that you can recover your account with it:',
        label: 'Confirm your email address',
        url: confirmUrl,
      },
    }),
    footnotes: [
      confirmUrl
        ? 'If that was not you, open the link above and choose "This was not me".'
        : 'If that was not you, you can ignore this email.',
    ],
    because: 'an account was created with this address',
  }
}
