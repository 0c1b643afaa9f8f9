import type { EmailContent, Sender } from '../render-email.tsx'
import { adminChange } from './admin-change.ts'
import { apiKeyChanged } from './api-key-changed.ts'
import { calendarFails } from './calendar-fails.ts'
import { operatorLetter, ownerView, trialExtended } from './operator.ts'
import { planNotice, planNotices } from './plan.ts'
import { studioCreated } from './studio-created.ts'
import { studioExport } from './studio-export.ts'
import { testMail } from './test-mail.ts'
import { webhookEnded } from './webhook-ended.ts'

const when = 'Monday 23 November 2026 at 14:05 (Europe/Berlin time)'

/** Samples of the emails to people who run a studio or the platform. */
export const adminSamples = (platform: Sender, studio: Sender): Record<string, EmailContent> => ({
  'operator-letter': operatorLetter(
    {
      userName: 'Ada Lovelace',
      studioName: 'Blue Room Studios',
      subject: 'Your domain',
      paragraphs: ['Your TXT record is not there yet.', 'Shall we look at it together?'],
      url: 'https://studios.example/studio',
    },
    platform,
  ),
  'trial-extended': trialExtended(
    {
      userName: 'Ada Lovelace',
      studioName: 'Blue Room Studios',
      ends: '15 December 2026',
      url: 'https://studios.example/studio/settings?tab=plan',
    },
    platform,
  ),
  'owner-view': ownerView(
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
      adminChange(
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
      planNotice(
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
  'studio-created': studioCreated(
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
      apiKeyChanged(
        {
          ...{ userName: 'Ada Lovelace', studioName: studio.name, authorName: 'Grace Hopper', label: 'Website' },
          ...{ isPersonal: change === 'changed', change, when },
          url: 'https://studios.example/studio/settings?tab=api',
        },
        platform,
      ),
    ]),
  ),
  ...Object.fromEntries(
    (['requested', 'ready', 'failed'] as const).map((change) => [
      `export-${change}`,
      studioExport(
        {
          ...{ userName: 'Ada Lovelace', studioName: studio.name, authorName: 'Grace Hopper', change, when },
          url: 'https://studios.example/studio/settings?tab=export',
        },
        platform,
      ),
    ]),
  ),
  ...Object.fromEntries(
    [true, false].map((needsConsent) => [
      needsConsent ? 'calendar-consent' : 'calendar-fails',
      calendarFails(
        {
          ...{ userName: 'Ada Lovelace', studioName: studio.name, label: 'Private', needsConsent },
          url: 'https://studios.example/profile',
        },
        platform,
      ),
    ]),
  ),
  'webhook-ended': webhookEnded(
    {
      ...{ userName: 'Ada Lovelace', studioName: studio.name, label: 'Accounting', when },
      url: 'https://studios.example/studio/settings?tab=api',
    },
    platform,
  ),
  'test-mail': testMail({ server: 'studios.example', dashboardUrl: 'https://studios.example/super-admin' }, platform),
})
