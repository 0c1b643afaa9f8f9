import type { Letter, Sender } from '../letter.tsx'

/** What happened to somebody's account that its owner must hear of, whoever did it. */
export const noticeKinds = [
  'password_changed',
  'email_changed',
  'sign_in_method_added',
  'sign_in_method_removed',
  'account_deleted',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** A way to sign in or a second factor, as the notice names it. */
export const signInMethods = {
  google: 'Google',
  totp: 'an authenticator app',
  phone: 'a phone number',
  webauthn: 'a security key',
  password: 'a password',
} as const
export type SignInMethod = keyof typeof signInMethods

export type NoticeData = {
  kind: NoticeKind
  method: SignInMethod | null
  userName: string
  /** When it happened, in words. */
  happened: string
  forgotPasswordUrl: string
  profileUrl: string
  supportUrl: string
}

type Words = { subject: string; sentence: string; otherwise: string; action: NonNullable<Letter['action']> }

function wordsOf(data: NoticeData, house: string): Words {
  const { kind, method, happened, forgotPasswordUrl, profileUrl, supportUrl } = data
  const what = method === null ? 'a way to sign in' : signInMethods[method]
  switch (kind) {
    case 'password_changed':
      return {
        subject: 'Your password was changed',
        sentence: `The password of your account at ${house} was changed on ${happened}. Every other device has been signed out.`,
        otherwise: 'If that was not you, choose a new password now: it signs everybody else out.',
        action: { label: 'Choose a new password', url: forgotPasswordUrl },
      }
    case 'email_changed':
      return {
        subject: 'Your email address was changed',
        sentence: `The address of your account at ${house} was changed on ${happened}. Nothing about it is sent here any more.`,
        otherwise: 'If that was not you, write to us at once.',
        action: { label: 'Get help', url: supportUrl },
      }
    case 'sign_in_method_added':
      return {
        subject: 'A new way to sign in was added',
        sentence: `On ${happened}, ${what} was added to your account at ${house}.`,
        otherwise: 'If that was not you, remove it and choose a new password.',
        action: { label: 'Look at your sign-in methods', url: profileUrl },
      }
    case 'sign_in_method_removed':
      return {
        subject: 'A way to sign in was removed',
        sentence: `On ${happened}, ${what} was removed from your account at ${house}.`,
        otherwise: 'If that was not you, choose a new password.',
        action: { label: 'Look at your sign-in methods', url: profileUrl },
      }
    case 'account_deleted':
      return {
        subject: 'Your account was deleted',
        sentence: `Your account at ${house} was deleted on ${happened}. Your sessions are over, upcoming bookings were cancelled, and your name was taken off what studios keep.`,
        otherwise: 'If that was not you, write to us at once.',
        action: { label: 'Get help', url: supportUrl },
      }
  }
}

/** Tells somebody that how they sign in has changed. */
export function notice(data: NoticeData, sender: Sender): Letter {
  const { subject, sentence, otherwise, action } = wordsOf(data, sender.name)
  return {
    subject,
    preview: otherwise,
    sender,
    heading: subject,
    paragraphs: [`Hello ${data.userName}, ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`, otherwise],
    action,
    small: ['You receive this email because it concerns how you sign in. It cannot be turned off.'],
  }
}
