import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

/** Security notices: events that the owner of an account must know about, even if they caused them. */
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

/** The names of sign-in methods and second factors in a notice. */
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
  /** The time of the event as a text. */
  happened: string
  /** When the second factor will be removed, as a text; empty for other notices. */
  ends: string
  /** The link that removes the new second factor; null if there is none. */
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

function factorTexts(kind: FactorKind, data: NoticeData): EmailTexts {
  const { ends, forgotPasswordUrl, profileUrl, supportUrl } = data
  switch (kind) {
    case 'second_factor_ending':
      return {
        subject: 'Your second factor is about to be removed',
        sentence: `Someone with access to this mailbox asked to reset your account without your second factor. The second factor, the password and the linked sign-in methods will be removed on ${ends}.`,
        otherwise:
          'If that was you, wait until then. Otherwise, sign in with your password and your second factor, or a recovery code, and choose "Keep my second factor".',
        action: { label: 'Keep my second factor', url: profileUrl },
      }
    case 'second_factor_kept':
      return {
        subject: 'Your second factor was kept',
        sentence: 'Someone with your second factor kept it on your account. All sessions without it were signed out.',
        otherwise: 'If that was not you, write to us at once.',
        action: { label: 'Get help', url: supportUrl },
      }
    case 'second_factor_ended':
      return {
        subject: 'Your second factor was removed',
        sentence:
          'The second factor of your account was removed. Now only this email address gives access to the account.',
        otherwise: 'Choose a new password, and then add a second factor again.',
        action: { label: 'Choose a new password', url: forgotPasswordUrl },
      }
    case 'second_factor_stays':
      return {
        subject: 'Someone signed in without your second factor',
        sentence:
          'Someone proved this email address and does not have the second factor of your account. You operate the platform, so your second factor stays.',
        otherwise:
          'If you have lost it, ask another operator. If that was not you, change the password of this mailbox.',
        action: { label: 'Check your sign-in methods', url: profileUrl },
      }
  }
}

/** The name of a sign-in method at the start of a sentence. */
const methodName = (method: SignInMethod | null) => {
  const name = method === null ? 'a way to sign in' : signInMethods[method]
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

const isAboutFactor = (kind: NoticeKind): kind is FactorKind => factorKinds.some((known) => known === kind)

function textsOf(data: NoticeData): EmailTexts {
  return isAboutFactor(data.kind) ? factorTexts(data.kind, data) : accountTexts(data.kind, data)
}

function accountTexts(kind: Exclude<NoticeKind, FactorKind>, data: NoticeData): EmailTexts {
  const { method, profileUrl, supportUrl } = data
  const methodText = methodName(method)
  switch (kind) {
    case 'password_changed':
    case 'password_removed':
      return passwordTexts(kind, data)
    case 'email_changed':
      return {
        subject: 'Your email address was changed',
        sentence: 'The address of your account was changed. We no longer send emails about it to this address.',
        otherwise: 'If that was not you, write to us at once.',
        action: { label: 'Get help', url: supportUrl },
      }
    case 'sign_in_method_added':
      return {
        subject: 'A new way to sign in was added',
        sentence: `${methodText} was added to your account.`,
        otherwise:
          data.rejectUrl === null
            ? 'If that was not you, remove it and choose a new password.'
            : 'If that was not you, you have three days to undo it.',
        action: { label: 'Check your sign-in methods', url: profileUrl },
      }
    case 'sign_in_method_removed':
      return {
        subject: 'A way to sign in was removed',
        sentence: `${methodText} was removed from your account.`,
        otherwise:
          data.rejectUrl === null
            ? 'If that was not you, choose a new password.'
            : 'If that was not you, you have three days to undo it.',
        action: { label: 'Check your sign-in methods', url: profileUrl },
      }
    case 'recovery_code_used':
    case 'recovery_codes_replaced':
      return recoveryCodeTexts(kind, data)
    case 'calendar_address_added':
      return calendarAddressTexts(data)
    case 'account_deleted':
      return {
        subject: 'Your account was deleted',
        sentence:
          "Your account was deleted. You are signed out on all devices, your upcoming bookings were cancelled, and your name was removed from the studios' records.",
        otherwise: 'If that was not you, write to us at once.',
        action: { label: 'Get help', url: supportUrl },
      }
  }
}

function passwordTexts(kind: 'password_changed' | 'password_removed', { forgotPasswordUrl }: NoticeData): EmailTexts {
  const changedTexts = {
    subject: 'Your password was changed',
    sentence:
      'The password of your account was changed. Every other device was signed out, and your calendar addresses no longer work.',
    otherwise: 'If that was not you, choose a new password now: it signs out all other devices.',
    action: { label: 'Choose a new password', url: forgotPasswordUrl },
  }
  const removedTexts = {
    subject: 'Your password was removed',
    sentence:
      'Someone proved this email address for the first time and signed in to your account. We cannot know who chose its password, so it no longer works.',
    otherwise: 'If that was you, choose a password again. If it was not, change the password of this mailbox first.',
    action: { label: 'Choose a password', url: forgotPasswordUrl },
  }
  return kind === 'password_changed' ? changedTexts : removedTexts
}

const calendarAddressTexts = ({ forgotPasswordUrl }: NoticeData): EmailTexts => ({
  subject: 'A calendar address was added',
  sentence:
    'A calendar address was created with your account. Anyone who has it can read the calendar without signing in.',
  otherwise:
    'If that was not you, choose a new password now: the address then stops working, and all other devices are signed out.',
  action: { label: 'Choose a new password', url: forgotPasswordUrl },
})

function recoveryCodeTexts(
  kind: 'recovery_code_used' | 'recovery_codes_replaced',
  { forgotPasswordUrl }: NoticeData,
): EmailTexts {
  const usedTexts = {
    subject: 'A recovery code was used',
    sentence: 'A recovery code was used to confirm a sign-in to your account. That code no longer works.',
  }
  const replacedTexts = {
    subject: 'Your recovery codes were replaced',
    sentence: 'New recovery codes were created for your account. Earlier codes no longer work.',
  }
  return {
    ...(kind === 'recovery_code_used' ? usedTexts : replacedTexts),
    otherwise: 'If that was not you, choose a new password now and create new recovery codes.',
    action: { label: 'Choose a new password', url: forgotPasswordUrl },
  }
}

const rejectionLink = (url: string) => ({
  before:
    'This was not me: the link removes the second factor, the password and all other ways to sign in, and signs out every device. Then you choose a new password.',
  label: 'This was not me',
  url,
})

/** A security notice about a person's sign-in. */
export function securityNoticeEmail(data: NoticeData, sender: EmailBranding): EmailContent {
  const { subject, sentence, otherwise, action } = textsOf(data)
  const { kind, method, userName, happened, ends } = data
  return {
    subject,
    preview: otherwise,
    sender,
    heading: subject,
    greetingName: userName,
    paragraphs: [sentence, otherwise],
    facts: listFacts({
      Account: sender.name,
      'Way to sign in': method && methodName(method),
      When: happened,
      'Ends on': kind === 'second_factor_ending' ? ends : null,
    }),
    action,
    ...(data.rejectUrl && { secondaryLink: rejectionLink(data.rejectUrl) }),
    footnotes: ['These emails cannot be turned off.'],
    because: kind === 'account_deleted' ? 'you had this account' : 'it is about how you sign in',
  }
}
