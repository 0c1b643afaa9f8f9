import { invoiceEmailKinds } from '@studiohub/contract/features/invoices/words.ts'
import { messageKinds } from '@studiohub/contract/features/messages/words.ts'
import { buildMapUrl } from '../bookings/wording.ts'
import type { EmailBranding, EmailContent } from '../email-content.ts'
import { accountSamples } from './account-samples.ts'
import { adminSamples } from './admin-samples.ts'
import { agreementEmail } from './agreement.ts'
import { type BookingData, bookingEmail } from './booking.ts'
import { clientInvitationEmail } from './client-invitation.ts'
import { type ConversationData, conversationEmail } from './conversation.ts'
import { digestEmail } from './digest.ts'
import { followUpEmail } from './follow-up.ts'
import {
  contactRequestEmail,
  partnershipApplicationEmail,
  webinarConfirmationEmail,
  webinarRegistrationEmail,
} from './front-desk.ts'
import { invoiceEmail } from './invoice.ts'
import { latePaymentEmail } from './late-payment.ts'
import { requestAnswerEmail } from './request-answer.ts'
import { staffInvitationEmail } from './staff-invitation.ts'
import { visitorLinkEmail } from './visitor-link.ts'

const platform: EmailBranding = { name: 'StudioHub', logo_url: null, color: '#2bdeee', ink: '#000000' }
const studio: EmailBranding = { name: 'Blue Room Studios', logo_url: null, color: '#3b2a7a', ink: '#ffffff' }
const operatorUrl = 'https://studios.example/super-admin'
const formMessage = {
  email: 'ada@northlight.example',
  message: ['We would like to work together.', 'When can we talk?'],
  url: operatorUrl,
}
const webinar = {
  webinar: { title: 'Your first week on StudioHub', minutes: 45 },
  begins: 'Tuesday 1 December 2026 at 17:00 UTC',
  url: operatorUrl,
}

const sampleFees: Partial<Record<BookingData['kind'], BookingData['fee']>> = {
  cancelled: { name: 'Cancellation fee', text: '$60 (50% of the price).' },
  fee_waived: { name: 'Waived fee', text: '$60 (50% of the price).' },
}

const bookingPreview = (kind: BookingData['kind'], to: BookingData['to'], hasAccount = true) =>
  bookingEmail(
    {
      kind,
      to,
      recipientName: 'Ada Lovelace',
      clientName: 'Cleo Client',
      studioName: studio.name,
      service: 'Recording Session',
      when: 'Tuesday 1 December 2026, 10:00 to 12:00 (Berlin time)',
      formerWhen: ['moved', 'restored'].includes(kind) ? 'Monday 30 November 2026, 10:00 to 12:00 (Berlin time)' : null,
      requestedWhen: kind === 'change_requested' ? 'Wednesday 2 December 2026, 10:00 to 12:00 (Berlin time)' : null,
      location: to === 'client' ? 'Kanalstraat 12, Rotterdam' : '',
      mapUrl: to === 'client' ? buildMapUrl('Kanalstraat 12, Rotterdam') : null,
      price: '$120',
      cancellation:
        to === 'client' && kind === 'confirmed' ? 'Free cancellation until Monday 30 November 2026 at 10:00' : null,
      fee: sampleFees[kind] ?? null,
      rooms: 'Studio A',
      isPending: kind === 'requested' || kind === 'on_hold',
      isCancelled: kind === 'cancelled' || kind === 'fee_waived' || kind === 'declined' || kind === 'expired',
      deadline: ['requested', 'expiring', 'change_requested'].includes(kind)
        ? 'Wednesday 2 December 2026 at 14:00'
        : null,
      bring: kind === 'reminder' ? ['Your instruments and a hard drive.'] : [],
      freeTimes:
        kind === 'expired'
          ? [{ label: 'Wednesday 2 December 2026, 10:00', url: 'https://studios.example/blue-room/bookings' }]
          : [],
      url: hasAccount ? 'https://studios.example/blue-room/bookings' : null,
      studioUrl: 'https://studios.example/s/blue-room',
      terms:
        kind === 'booked'
          ? {
              acceptUrl: 'https://studios.example/legal/accept#sample',
              url: 'https://studios.example/s/blue-room/terms',
            }
          : null,
      unsubscribeUrl: hasAccount ? null : 'https://studios.example/docs',
      reason: ['declined', 'cancelled', 'fee_waived'].includes(kind) ? ['The console is being repaired.'] : [],
      notes: to === 'admin' ? ['Two microphones, please.'] : [],
    },
    studio,
  )

const conversation: ConversationData = {
  recipientName: 'Ada Lovelace',
  studioName: studio.name,
  senderName: studio.name,
  to: 'client',
  project: 'Night Drive (EP)',
  count: 2,
  messages: [
    { author: 'Robin Weber', paragraphs: ['The piano is tuned.'] },
    { author: 'Robin Weber', paragraphs: ['See you on Monday!'] },
  ],
  hasAccount: true,
  hasFiles: true,
  fileMb: 20,
  acceptsReplies: true,
  url: 'https://studios.example/blue-room/messages',
}

/** Every email with sample data, by the name of its preview. */
export const samples: Record<string, EmailContent> = {
  conversation: conversationEmail(conversation, studio),
  'conversation-without-account': conversationEmail(
    { ...conversation, project: null, count: 1, messages: null, hasAccount: false },
    studio,
  ),
  ...Object.fromEntries(
    messageKinds
      .filter((kind) => kind !== 'expiring' && kind !== 'follow_up')
      .map((kind) => [`session-${kind}`, bookingPreview(kind, 'client')]),
  ),
  ...Object.fromEntries(
    (['requested', 'booked', 'moved', 'cancelled', 'expiring', 'change_requested'] as const).map((kind) => [
      `session-${kind}-admin`,
      bookingPreview(kind, 'admin'),
    ]),
  ),
  'session-follow-up': followUpEmail(
    {
      recipientName: 'Ada Lovelace',
      studioName: studio.name,
      service: 'Recording Session',
      when: 'Tuesday 1 December 2026, 10:00 to 12:00 (Berlin time)',
      rooms: 'Studio A',
      studioUrl: 'https://studios.example/s/blue-room',
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
          kind,
          recipientName: 'Ada Lovelace',
          studioName: studio.name,
          number: 'BR-2026-0007',
          total: '$240',
          open: '$120',
          isOpen: true,
          due: 'Tuesday 1 December 2026',
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
          isClient: to === 'client',
          recipientName: 'Ada Lovelace',
          studioName: studio.name,
          signerName: 'Cleo Client',
          sha256: '0'.repeat(64),
          sessions: ['Recording Session: Tuesday 1 December 2026, 10:00 to 12:00'],
          signedAt: 'Monday 23 November 2026 at 14:05 (Berlin time)',
          termsUrl: 'https://studios.example/s/blue-room/terms',
        },
        studio,
      ),
    ]),
  ),
  'session-digest': digestEmail(
    { userName: 'Ada Lovelace', studioName: studio.name, changes: 12, url: 'https://studios.example/studio/bookings' },
    studio,
  ),
  'partnership-application': partnershipApplicationEmail(
    {
      ...formMessage,
      companyName: 'North & Light',
      contactName: 'Ada Lovelace',
      phone: '+49 30 1234',
      partnershipType: 'technology',
    },
    platform,
  ),
  'contact-request': contactRequestEmail(
    { ...formMessage, name: 'Ada Lovelace', company: 'North & Light', topic: 'demo' },
    platform,
  ),
  'webinar-registration': webinarRegistrationEmail({ ...webinar, email: formMessage.email }, platform),
  'webinar-confirmation': webinarConfirmationEmail(webinar, platform),
  ...Object.fromEntries(
    [true, false].map((approved) => [
      approved ? 'request-approved' : 'request-rejected',
      requestAnswerEmail(
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
  'client-invitation': clientInvitationEmail(
    {
      studioName: studio.name,
      recipientName: 'Ada Lovelace',
      signupUrl: 'https://studios.example/blue-room/auth/signup?invitation=sample',
    },
    studio,
  ),
  'visitor-link': visitorLinkEmail(
    {
      recipientName: 'Ada Lovelace',
      studioName: studio.name,
      service: 'Recording Session',
      when: 'Tuesday 1 December 2026, 10:00 to 12:00 (Berlin time)',
      location: 'Kanalstraat 12, Rotterdam',
      mapUrl: buildMapUrl('Kanalstraat 12, Rotterdam'),
      price: '$120',
      heldUntil: '14:15',
      cancellation: 'Free cancellation until Monday 30 November 2026 at 10:00',
      confirmUrl: 'https://studios.example/blue-room/auth/confirm#sample',
    },
    studio,
  ),
  'late-payment': latePaymentEmail(
    {
      recipientName: 'Ada Lovelace',
      studioName: studio.name,
      service: 'Recording Session',
      amount: '$60',
      when: 'Tuesday 1 December 2026, 10:00 (Berlin time)',
      url: 'https://studios.example/blue-room/bookings',
    },
    studio,
  ),
  'session-booked-without-account': bookingPreview('booked', 'client', false),
  'staff-invitation': staffInvitationEmail(
    {
      inviterName: 'Nora Light',
      recipientName: 'Ada Lovelace',
      studioName: studio.name,
      studioLogo: null,
      signupUrl: 'https://studios.example/blue-room/auth/signup?invitation=sample',
    },
    studio,
  ),
  ...accountSamples(platform, studio),
  ...adminSamples(platform, studio),
}
