import { fail } from '@studiohub/contract/errors.ts'
import { invoiceEmailKinds } from '@studiohub/contract/features/invoices/words.ts'
import { messageKinds } from '@studiohub/contract/features/messages/words.ts'
import type { FastifyPluginAsync } from 'fastify'
import { mapUrlOf } from './bookings/wording.ts'
import type { EmailContent, Sender } from './render-email.tsx'
import { adminChange } from './templates/admin-change.ts'
import { agreementEmail } from './templates/agreement.ts'
import { type BookingData, bookingEmail } from './templates/booking.ts'
import { type ConversationData, conversationEmail } from './templates/conversation.ts'
import { digest } from './templates/digest.ts'
import { followUpEmail } from './templates/follow-up.ts'
import {
  contactRequest,
  partnershipApplication,
  webinarConfirmation,
  webinarRegistration,
} from './templates/front-desk.ts'
import { invoiceEmail } from './templates/invoice.ts'
import { type NoticeKind, notice, noticeKinds, type SignInMethod } from './templates/notice.ts'
import { operatorLetter, ownerView, trialExtended } from './templates/operator.ts'
import { planNotice, planNotices } from './templates/plan.ts'
import {
  confirmation,
  emailChangeAtCurrent,
  emailChangeAtNew,
  magicLink,
  reauthentication,
  recovery,
} from './templates/proof.ts'
import { requestAnswer } from './templates/request-answer.ts'
import { staffInvitation } from './templates/staff-invitation.ts'
import { studioCreated } from './templates/studio-created.ts'
import { welcome } from './templates/welcome.ts'

const house: Sender = { name: 'StudioHub', logo_url: null, color: '#2bdeee', ink: '#000000' }
const studio: Sender = { name: 'Blue Room Studios', logo_url: null, color: '#3b2a7a', ink: '#ffffff' }
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

const desk = 'https://studios.example/super-admin'
const written = {
  email: 'ada@northlight.example',
  message: ['We would like to work together.', 'When can we talk?'],
  url: desk,
}
const webinar = {
  webinar: { title: 'Your first week on StudioHub', minutes: 45 },
  begins: 'Tuesday 1 December 2026 at 17:00 UTC',
  url: desk,
}

const noticed: Record<NoticeKind, SignInMethod | null> = {
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

const noticeSample = (kind: NoticeKind, rejectUrl: string | null = null) =>
  notice(
    {
      kind,
      method: rejectUrl ? 'totp' : noticed[kind],
      rejectUrl,
      userName: 'Ada Lovelace',
      happened: '1 December 2026 at 17:00 UTC',
      ends: kind === 'second_factor_ending' ? '4 December 2026 at 17:00 UTC' : '',
      forgotPasswordUrl: 'https://studios.example/auth/forgot-password',
      profileUrl: 'https://studios.example/profile',
      supportUrl: 'https://studios.example/docs#support',
    },
    kind === 'password_changed' ? studio : house,
  )

const booked = (kind: BookingData['kind'], to: BookingData['to']) =>
  bookingEmail(
    {
      kind,
      to,
      recipientName: 'Ada Lovelace',
      clientName: 'Cleo Client',
      studioName: studio.name,
      service: 'Recording Session',
      when: 'Tuesday 1 December 2026, 10:00 to 12:00 (Europe/Berlin time)',
      formerWhen: ['moved', 'restored'].includes(kind)
        ? 'Monday 30 November 2026, 10:00 to 12:00 (Europe/Berlin time)'
        : null,
      requestedWhen:
        kind === 'change_requested' ? 'Wednesday 2 December 2026, 10:00 to 12:00 (Europe/Berlin time)' : null,
      location: to === 'client' ? 'Kanalstraat 12, Rotterdam' : '',
      mapUrl: to === 'client' ? mapUrlOf('Kanalstraat 12, Rotterdam') : null,
      price: '$120',
      cancellation:
        to === 'client' && kind === 'confirmed' ? 'Free cancellation until Monday 30 November 2026 at 10:00' : null,
      fee: kind === 'cancelled' ? 'Cancellation fee: $60 (50% of the price)' : null,
      rooms: 'Studio A',
      pending: kind === 'requested' || kind === 'on_hold',
      deadline: kind === 'expiring' ? 'Wednesday 2 December 2026 at 14:00' : null,
      bring: kind === 'reminder' ? ['Your instruments and a hard drive.'] : [],
      freeTimes:
        kind === 'expired'
          ? [{ label: 'Wednesday 2 December 2026, 10:00', url: 'https://studios.example/blue-room/bookings' }]
          : [],
      url: 'https://studios.example/blue-room/bookings',
      terms:
        kind === 'booked'
          ? {
              acceptUrl: 'https://studios.example/legal/accept#sample',
              url: 'https://studios.example/s/blue-room/terms',
            }
          : null,
      unsubscribeUrl: null,
      reason: kind === 'declined' || kind === 'cancelled' ? ['The console is being repaired.'] : [],
      notes: to === 'admin' ? ['Two microphones, please.'] : [],
    },
    studio,
  )

const conversation: ConversationData = {
  recipientName: 'Ada Lovelace',
  writer: studio.name,
  project: 'Night Drive (EP)',
  count: 2,
  messages: [
    { author: 'Robin Weber', paragraphs: ['The piano is tuned.'] },
    { author: 'Robin Weber', paragraphs: ['See you on Monday!'] },
  ],
  hasAccount: true,
  hasFiles: true,
  fileMb: 20,
  byMail: true,
  url: 'https://studios.example/blue-room/messages',
}

const samples: Record<string, EmailContent> = {
  conversation: conversationEmail(conversation, studio),
  'conversation-without-account': conversationEmail(
    { ...conversation, project: null, count: 1, messages: null, hasAccount: false },
    studio,
  ),
  ...Object.fromEntries(
    messageKinds
      .filter((kind) => kind !== 'expiring' && kind !== 'follow_up')
      .map((kind) => [`session-${kind}`, booked(kind, 'client')]),
  ),
  ...Object.fromEntries(
    (['requested', 'booked', 'moved', 'cancelled', 'expiring', 'change_requested'] as const).map((kind) => [
      `session-${kind}-admin`,
      booked(kind, 'admin'),
    ]),
  ),
  'session-follow-up': followUpEmail(
    {
      recipientName: 'Ada Lovelace',
      studioName: studio.name,
      service: 'Recording Session',
      reviewUrl: 'https://reviews.example/blue-room',
      bookUrl: 'https://studios.example/blue-room/bookings',
      unsubscribeUrl: 'https://studios.example/docs',
    },
    studio,
  ),
  ...Object.fromEntries(
    invoiceEmailKinds.map((kind) => [
      kind === 'invoice' ? 'invoice' : `invoice-${kind}`,
      invoiceEmail(
        {
          ...{ kind, recipientName: 'Ada Lovelace', studioName: studio.name, number: 'BR-2026-0007' },
          ...{ total: '$240', open: '$120', isOpen: true, due: 'Tuesday 1 December 2026' },
          paid: kind === 'receipt' ? { amount: '$120', day: 'Monday 23 November 2026', excess: null } : null,
          url: 'https://studios.example/pay#sample',
        },
        studio,
      ),
    ]),
  ),
  ...Object.fromEntries(
    ['client', 'studio'].map((to) => [
      `agreement-${to}`,
      agreementEmail(
        {
          ...{ isClient: to === 'client', recipientName: 'Ada Lovelace', studioName: studio.name },
          ...{ signerName: 'Cleo Client', sha256: '0'.repeat(64) },
          termsUrl: 'https://studios.example/s/blue-room/terms',
        },
        studio,
      ),
    ]),
  ),
  'session-digest': digest(
    { userName: 'Ada Lovelace', studioName: studio.name, changes: 12, url: 'https://studios.example/studio/bookings' },
    studio,
  ),
  welcome: welcome({ ...greeting, userRole: 'client', studioName: studio.name }, studio),
  'welcome-joining': welcome(
    {
      ...greeting,
      userRole: 'joining',
      studioName: studio.name,
      chosen: 'Mixing Session on Tuesday 1 December 2026 at 10:00',
    },
    studio,
  ),
  'welcome-onboarding': welcome({ ...greeting, userRole: 'onboarding', studioName: house.name }, house),
  recovery: recovery(proof, studio),
  confirmation: confirmation(proof, house),
  'magic-link': magicLink(proof, studio),
  'email-change-current': emailChangeAtCurrent(proof, studio),
  'email-change-new': emailChangeAtNew(proof, studio),
  reauthentication: reauthentication(proof, house),
  ...Object.fromEntries(noticeKinds.map((kind) => [kind.replaceAll('_', '-'), noticeSample(kind)])),
  'second-factor-added': noticeSample('sign_in_method_added', 'https://studios.example/auth/v1/verify?token=sample'),
  'partnership-application': partnershipApplication(
    {
      ...written,
      companyName: 'North & Light',
      contactName: 'Ada Lovelace',
      phone: '+49 30 1234',
      partnershipType: 'technology',
    },
    house,
  ),
  'contact-request': contactRequest(
    { ...written, name: 'Ada Lovelace', company: 'North & Light', topic: 'demo' },
    house,
  ),
  'operator-letter': operatorLetter(
    {
      userName: 'Ada Lovelace',
      studioName: 'Blue Room Studios',
      subject: 'Your domain',
      paragraphs: ['Your TXT record is not there yet.', 'Shall we look at it together?'],
      url: 'https://studios.example/studio',
    },
    house,
  ),
  'trial-extended': trialExtended(
    {
      userName: 'Ada Lovelace',
      studioName: 'Blue Room Studios',
      ends: '15 December 2026',
      url: 'https://studios.example/studio/settings?tab=plan',
    },
    house,
  ),
  'owner-view': ownerView(
    {
      userName: 'Ada Lovelace',
      studioName: 'Blue Room Studios',
      until: '14:30 (UTC time)',
      url: 'https://studios.example/studio/activity',
    },
    house,
  ),
  'webinar-registration': webinarRegistration({ ...webinar, email: written.email }, house),
  'webinar-confirmation': webinarConfirmation(webinar, house),
  ...Object.fromEntries(
    [true, false].map((approved) => [
      approved ? 'request-approved' : 'request-rejected',
      requestAnswer(
        {
          userName: 'Ada Lovelace',
          studioName: studio.name,
          role: 'staff',
          approved,
          url: 'https://studios.example/auth/callback',
        },
        studio,
      ),
    ]),
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
          isOwn: !added,
          url: 'https://studios.example/studio/staff',
        },
        studio,
      ),
    ]),
  ),
  'staff-invitation': staffInvitation(
    {
      inviterName: 'Nora Light',
      recipientName: 'Ada Lovelace',
      studioName: studio.name,
      studioLogo: null,
      signupUrl: 'https://studios.example/blue-room/auth/signup?invitation=sample',
    },
    studio,
  ),
  ...Object.fromEntries(
    planNotices.map((kind) => [
      kind.replaceAll('_', '-'),
      planNotice(
        {
          kind,
          userName: 'Ada Lovelace',
          studioName: studio.name,
          ends: '1 December 2026',
          planUrl: 'https://studios.example/studio/settings?tab=plan',
        },
        house,
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
    house,
  ),
}

// Emails contain their own styles. Nothing else may load or run on this page.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'"

/** Shows every email with sample data, for developers. Mounted only if the demo is allowed. */
export const emailPreviews: FastifyPluginAsync = async (app) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': POLICY, 'content-type': 'text/html; charset=utf-8' })
  })
  app.get('/', async () =>
    Object.entries(samples)
      .map(([name, { subject }]) => `<p><a href="/internal/emails/${name}">${subject}</a></p>`)
      .join('\n'),
  )
  app.get<{ Params: { name: string } }>('/:name', async (request) => {
    const { name } = request.params
    const content = (Object.hasOwn(samples, name) ? samples[name] : undefined) ?? fail('NOT_FOUND')
    const { renderEmail } = await import('./render-email.tsx')
    return (await renderEmail(content)).html
  })
}
