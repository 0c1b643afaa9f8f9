import type { EmailBranding, EmailContent } from '../email-content.ts'
import { adminChangeEmail } from './admin-change.ts'
import { apiKeyChangedEmail } from './api-key-changed.ts'
import { calendarFailsEmail } from './calendar-fails.ts'
import { operatorLetterEmail, ownerViewEmail, trialExtendedEmail } from './operator.ts'
import { planNoticeEmail, planNotices } from './plan.ts'
import { studioCreatedEmail } from './studio-created.ts'
import { studioExportEmail } from './studio-export.ts'
import { testEmail } from './test-mail.ts'
import { webhookEndedEmail } from './webhook-ended.ts'

const when = 'Monday 23 November 2026 at 14:05 (Berlin time)'

/** Samples of the emails to people who run a studio or the platform. */
export const adminSamples = (platform: EmailBranding, studio: EmailBranding): Record<string, EmailContent> => ({
  'operator-letter': operatorLetterEmail(
    {
      userName: 'Ada Lovelace',
      studioName: 'Blue Room Studios',
      subject: 'Your domain',
      paragraphs: ['Your TXT record is not there yet.', 'Shall we look at it together?'],
      url: 'https://studios.example/studio',
    },
    platform,
  ),
  'trial-extended': trialExtendedEmail(
    {
      userName: 'Ada Lovelace',
      studioName: 'Blue Room Studios',
      ends: '15 December 2026',
      url: 'https://studios.example/studio/settings?tab=plan',
    },
    platform,
  ),
  'owner-view': ownerViewEmail(
    {
      userName: 'Ada Lovelace',
      studioName: 'Blue Room Studios',
      until: '14:30 (UTC time)',
      url: 'https://studios.example/studio/activity',
    },
    platform,
  ),
  ...Object.fromEntries(
    [true, false].map((added) => [
      added ? 'admin-added' : 'admin-removed',
      adminChangeEmail(
        {
          userName: 'Ada Lovelace',
          studioName: studio.name,
          adminName: 'Grace Hopper',
          byName: 'Alan Turing',
          added,
          when,
          isOwn: !added,
          url: 'https://studios.example/studio/staff',
        },
        platform,
      ),
    ]),
  ),
  ...Object.fromEntries(
    planNotices.map((kind) => [
      kind.replaceAll('_', '-'),
      planNoticeEmail(
        {
          kind,
          userName: 'Ada Lovelace',
          studioName: studio.name,
          plan: 'Pro',
          ends: '1 December 2026',
          planUrl: 'https://studios.example/studio/settings?tab=plan',
        },
        platform,
      ),
    ]),
  ),
  'studio-created': studioCreatedEmail(
    {
      userName: 'Ada Lovelace',
      studioName: studio.name,
      subscriptionTier: 'trial',
      dashboardUrl: 'https://studios.example/studio',
    },
    platform,
  ),
  ...Object.fromEntries(
    (['made', 'changed'] as const).map((change) => [
      `api-key-${change}`,
      apiKeyChangedEmail(
        {
          userName: 'Ada Lovelace',
          studioName: studio.name,
          authorName: 'Grace Hopper',
          label: 'Website',
          isPersonal: change === 'changed',
          change,
          when,
          url: 'https://studios.example/studio/settings?tab=api',
        },
        platform,
      ),
    ]),
  ),
  ...Object.fromEntries(
    (['requested', 'ready', 'failed'] as const).map((change) => [
      `export-${change}`,
      studioExportEmail(
        {
          userName: 'Ada Lovelace',
          studioName: studio.name,
          authorName: 'Grace Hopper',
          change,
          when,
          url: 'https://studios.example/studio/settings?tab=export',
        },
        platform,
      ),
    ]),
  ),
  ...Object.fromEntries(
    [true, false].map((needsConsent) => [
      needsConsent ? 'calendar-consent' : 'calendar-fails',
      calendarFailsEmail(
        {
          userName: 'Ada Lovelace',
          studioName: studio.name,
          label: 'Private',
          needsConsent,
          url: 'https://studios.example/profile',
        },
        platform,
      ),
    ]),
  ),
  'webhook-ended': webhookEndedEmail(
    {
      userName: 'Ada Lovelace',
      studioName: studio.name,
      label: 'Accounting',
      when,
      url: 'https://studios.example/studio/settings?tab=api',
    },
    platform,
  ),
  'test-mail': testEmail({ server: 'studios.example', dashboardUrl: 'https://studios.example/super-admin' }, platform),
})
