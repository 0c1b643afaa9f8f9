import type { EmailContent, Sender } from '../render-email.tsx'

/** Security notices: events that the owner of an account must know about, even if they made the change. */
export const noticeKinds = [
  'password_changed',
  'password_removed',
  'email_changed',
  'sign_in_method_added',
  'sign_in_method_removed',
  'second_factor_ending',
  'second_factor_kept',
  'second_factor_ended',
  'second_factor_stays',
  'recovery_code_used',
  'recovery_codes_replaced',
  'calendar_address_added',
  'account_deleted',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** A sign-in method or second factor, as the notice names it. */
export const signInMethods = {
  google: 'Google',
  totp: 'an authenticator app',
  phone: 'a phone number',
  webauthn: 'a security key',
  passkey: 'a passkey',
  recovery_code: 'a set of recovery codes',
  password: 'a password',
} as const
export type SignInMethod = keyof typeof signInMethods

export type NoticeData = {
  kind: NoticeKind
  method: SignInMethod | null
  userName: string
  /** The time of the event, in words. */
  happened: string
  /** When the second factor ends, in words; empty for other notices. */
  ends: string
  /** Ends the added second factor; null if there is no such link. */
  rejectUrl: string | null
  forgotPasswordUrl: string
  profileUrl: string
  supportUrl: string
}

type EmailTexts = { subject: string; sentence: string; otherwise: string; action: NonNullable<EmailContent['action']> }

const factorKinds = [
  'second_factor_ending',
  'second_factor_kept',
  'second_factor_ended',
  'second_factor_stays',
] as const
type FactorKind = (typeof factorKinds)[number]

function factorTexts(kind: FactorKind, data: NoticeData, productName: string): EmailTexts {
  const { happened, ends, forgotPasswordUrl, profileUrl, supportUrl } = data
  switch (kind) {
    case 'second_factor_ending':
      return {
        subject: 'Your second factor is about to end',
        sentence: `On ${happened}, someone with access to this mailbox asked to reset your account at ${productName} without your second factor. The second factor, the password and the linked sign-in methods end on ${ends}.`,
        otherwise:
          'If that was you, wait until then. If that was not you, sign in with your password and your second factor, or a recovery code, and choose "Keep my second factor".',
        action: { label: 'Keep my second factor', url: profileUrl },
      }
    case 'second_factor_kept':
      return {
        subject: 'Your second factor was kept',
        sentence: `On ${happened}, someone with your second factor kept it on your account at ${productName}. All sessions without it were signed out.`,
        otherwise: 'If that was not you, write to us at once.',
        action: { label: 'Get help', url: supportUrl },
      }
    case 'second_factor_ended':
      return {
        subject: 'Your second factor has ended',
        sentence: `The second factor of your account at ${productName} ended on ${happened}. Now only this email address gives access to the account.`,
        otherwise: 'Choose a new password, and then add a second factor again.',
        action: { label: 'Choose a new password', url: forgotPasswordUrl },
      }
    case 'second_factor_stays':
      return {
        subject: 'Someone signed in without your second factor',
        sentence: `On ${happened}, someone proved this email address and does not have the second factor of your account at ${productName}. You operate the platform, so your second factor stays.`,
        otherwise:
          'If you have lost it, ask another operator. If that was not you, change the password of this mailbox.',
        action: { label: 'Check your sign-in methods', url: profileUrl },
      }
  }
}

const isAboutFactor = (kind: NoticeKind): kind is FactorKind => factorKinds.some((known) => known === kind)

function textsOf(data: NoticeData, productName: string): EmailTexts {
  return isAboutFactor(data.kind)
    ? factorTexts(data.kind, data, productName)
    : accountTexts(data.kind, data, productName)
}

function accountTexts(kind: Exclude<NoticeKind, FactorKind>, data: NoticeData, productName: string): EmailTexts {
  const { method, happened, profileUrl, supportUrl } = data
  const what = method === null ? 'a way to sign in' : signInMethods[method]
  switch (kind) {
    case 'password_changed':
    case 'password_removed':
      return passwordTexts(kind, data, productName)
    case 'email_changed':
      return {
        subject: 'Your email address was changed',
        sentence: `The address of your account at ${productName} was changed on ${happened}. We no longer send emails about it to this address.`,
        otherwise: 'If that was not you, write to us at once.',
        action: { label: 'Get help', url: supportUrl },
      }
    case 'sign_in_method_added':
      return {
        subject: 'A new way to sign in was added',
        sentence: `On ${happened}, ${what} was added to your account at ${productName}.`,
        otherwise:
          data.rejectUrl === null
            ? 'If that was not you, remove it and choose a new password.'
            : 'If that was not you, you have three days to undo it.',
        action: { label: 'Check your sign-in methods', url: profileUrl },
      }
    case 'sign_in_method_removed':
      return {
        subject: 'A way to sign in was removed',
        sentence: `On ${happened}, ${what} was removed from your account at ${productName}.`,
        otherwise:
          data.rejectUrl === null
            ? 'If that was not you, choose a new password.'
            : 'If that was not you, you have three days to undo it.',
        action: { label: 'Check your sign-in methods', url: profileUrl },
      }
    case 'recovery_code_used':
    case 'recovery_codes_replaced':
      return recoveryCodeTexts(kind, data, productName)
    case 'calendar_address_added':
      return ofCalendarAddress(data, productName)
    case 'account_deleted':
      return {
        subject: 'Your account was deleted',
        sentence: `Your account at ${productName} was deleted on ${happened}. Your sessions are over, upcoming bookings were cancelled, and your name was removed from the studios' records.`,
        otherwise: 'If that was not you, write to us at once.',
        action: { label: 'Get help', url: supportUrl },
      }
  }
}

function passwordTexts(
  kind: 'password_changed' | 'password_removed',
  { happened, forgotPasswordUrl }: NoticeData,
  productName: string,
): EmailTexts {
  const changed = {
    subject: 'Your password was changed',
    sentence: `The password of your account at ${productName} was changed on ${happened}. Every other device has been signed out, and your calendar addresses have ended.`,
    otherwise: 'If that was not you, choose a new password now: it signs out all other devices.',
    action: { label: 'Choose a new password', url: forgotPasswordUrl },
  }
  const removed = {
    subject: 'Your password was removed',
    sentence: `On ${happened}, someone proved this email address for the first time and signed in to your account at ${productName}. We cannot know who chose its password, so it no longer works.`,
    otherwise: 'If that was you, choose a password again. If it was not, change the password of this mailbox first.',
    action: { label: 'Choose a password', url: forgotPasswordUrl },
  }
  return kind === 'password_changed' ? changed : removed
}

const ofCalendarAddress = ({ happened, forgotPasswordUrl }: NoticeData, productName: string): EmailTexts => ({
  subject: 'A calendar address was added',
  sentence: `On ${happened}, a calendar address was made with your account at ${productName}. Anyone who has it can read the calendar without signing in.`,
  otherwise: 'If that was not you, choose a new password now: it ends the address and signs out all other devices.',
  action: { label: 'Choose a new password', url: forgotPasswordUrl },
})

function recoveryCodeTexts(
  kind: 'recovery_code_used' | 'recovery_codes_replaced',
  { happened, forgotPasswordUrl }: NoticeData,
  productName: string,
): EmailTexts {
  const used = {
    subject: 'A recovery code was used',
    sentence: `On ${happened}, a recovery code was used to confirm a sign-in to your account at ${productName}. That code no longer works.`,
  }
  const replaced = {
    subject: 'Your recovery codes were replaced',
    sentence: `On ${happened}, new recovery codes were made for your account at ${productName}. Earlier codes no longer work.`,
  }
  return {
    ...(kind === 'recovery_code_used' ? used : replaced),
    otherwise: 'If that was not you, choose a new password now and make new recovery codes.',
    action: { label: 'Choose a new password', url: forgotPasswordUrl },
  }
}

const rejection = (url: string) => ({
  before:
    'This was not me: the link removes the second factor, the password and all other ways to sign in, and signs out every device. Then you choose a new password.',
  label: 'This was not me',
  url,
})

/** A security notice about a person's sign-in. */
export function notice(data: NoticeData, sender: Sender): EmailContent {
  const { subject, sentence, otherwise, action } = textsOf(data, sender.name)
  return {
    subject,
    preview: otherwise,
    sender,
    heading: subject,
    paragraphs: [`Hello ${data.userName}, ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`, otherwise],
    action,
    ...(data.rejectUrl && { second: rejection(data.rejectUrl) }),
    small: ['You receive this email because it concerns how you sign in. It cannot be turned off.'],
  }
}
