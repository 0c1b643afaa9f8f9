import type { EmailBranding, EmailContent } from '../email-content.ts'
import { type NoticeKind, noticeKinds, type SignInMethod, securityNoticeEmail } from './notice.ts'
import {
  confirmationEmail,
  currentAddressEmail,
  magicLinkEmail,
  newAddressEmail,
  reauthenticationEmail,
  recoveryEmail,
} from './proof.ts'
import { welcomeEmail } from './welcome.ts'

const proof = {
  userName: 'Ada Lovelace',
  email: 'ada@example.com',
  link: 'https://studios.example/auth/v1/verify?token=sample',
  code: '482913',
}
const greeting = {
  userName: 'Ada Lovelace',
  studioLogo: null,
  dashboardUrl: 'https://studios.example/blue-room',
  confirmUrl: 'https://studios.example/auth/v1/verify?token=sample&type=welcome',
  passwordUrl: null,
}

const methodOfNotice: Record<NoticeKind, SignInMethod | null> = {
  password_changed: null,
  password_removed: null,
  email_changed: null,
  sign_in_method_added: 'google',
  sign_in_method_removed: 'totp',
  second_factor_ending: null,
  second_factor_kept: null,
  second_factor_ended: null,
  second_factor_stays: null,
  recovery_code_used: null,
  recovery_codes_replaced: null,
  calendar_address_added: null,
  account_deleted: null,
}

const noticeSample = (sender: EmailBranding, kind: NoticeKind, rejectUrl: string | null = null) =>
  securityNoticeEmail(
    {
      kind,
      method: rejectUrl ? 'totp' : methodOfNotice[kind],
      rejectUrl,
      userName: 'Ada Lovelace',
      happened: '1 December 2026 at 17:00 UTC',
      ends: kind === 'second_factor_ending' ? '4 December 2026 at 17:00 UTC' : '',
      forgotPasswordUrl: 'https://studios.example/auth/forgot-password',
      profileUrl: 'https://studios.example/profile',
      supportUrl: 'https://studios.example/docs#support',
    },
    sender,
  )

/** Samples of the emails about a person's account. */
export const accountSamples = (platform: EmailBranding, studio: EmailBranding): Record<string, EmailContent> => ({
  welcome: welcomeEmail({ ...greeting, userRole: 'client', studioName: studio.name }, studio),
  'welcome-joining': welcomeEmail(
    {
      ...greeting,
      userRole: 'joining',
      studioName: studio.name,
      chosenSession: { service: 'Mixing Session', when: 'Tuesday 1 December 2026, 10:00 (Berlin time)' },
    },
    studio,
  ),
  'welcome-onboarding': welcomeEmail({ ...greeting, userRole: 'onboarding', studioName: platform.name }, platform),
  recovery: recoveryEmail(proof, studio),
  confirmation: confirmationEmail(proof, platform),
  'magic-link': magicLinkEmail(proof, studio),
  'email-change-current': currentAddressEmail(proof, studio),
  'email-change-new': newAddressEmail(proof, studio),
  reauthentication: reauthenticationEmail(proof, platform),
  ...Object.fromEntries(
    noticeKinds.map((kind) => [
      kind.replaceAll('_', '-'),
      noticeSample(kind === 'password_changed' ? studio : platform, kind),
    ]),
  ),
  'second-factor-added': noticeSample(
    platform,
    'sign_in_method_added',
    'https://studios.example/auth/v1/verify?token=sample',
  ),
})
