import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

export type ProofData = {
  userName: string
  /** The current address of the account. */
  email: string
  link: string
  code: string
}

const validFor = listFacts({ 'Valid for': 'One hour, and only once' })

/** Resets a forgotten password. The link works in this browser, the code on other devices. */
export function recoveryEmail({ userName, link, code }: ProofData, sender: EmailBranding): EmailContent {
  return {
    subject: `Reset your password for ${sender.name}`,
    preview: 'Choose a new password',
    sender,
    heading: 'Reset your password',
    greetingName: userName,
    paragraphs: ['Someone requested a new password for this address.'],
    action: { label: 'Choose a new password', url: link },
    code: { before: 'On another device, enter this code instead:', digits: code },
    facts: validFor,
    footnotes: ['If that was not you, ignore this email: your password stays as it is.'],
    because: 'someone asked for a new password with this address',
  }
}

/** Confirms the address after a sign-up, if addresses must be proven. */
export function confirmationEmail({ userName, link, code }: ProofData, sender: EmailBranding): EmailContent {
  return {
    subject: `Confirm your email address for ${sender.name}`,
    preview: 'One click and your account is ready',
    sender,
    heading: 'Confirm your email address',
    greetingName: userName,
    paragraphs: ['Please confirm that this address is yours.'],
    action: { label: 'Confirm your email address', url: link },
    code: { before: 'On another device, enter this code instead:', digits: code },
    facts: validFor,
    footnotes: ['If you have not signed up, ignore this email.'],
    because: 'someone signed up with this address',
  }
}

/** Signs a person in without a password. */
export function magicLinkEmail({ userName, link, code }: ProofData, sender: EmailBranding): EmailContent {
  return {
    subject: `Your sign-in link for ${sender.name}`,
    preview: 'Sign in with one click',
    sender,
    heading: `Sign in to ${sender.name}`,
    greetingName: userName,
    paragraphs: ['Open the link in the browser where you requested it.'],
    action: { label: 'Sign in', url: link },
    code: { before: 'On another device, enter this code instead:', digits: code },
    facts: validFor,
    footnotes: ['If you did not request it, ignore this email. No one can sign in without it.'],
    because: 'someone asked to sign in with this address',
  }
}

/** Goes to the current address of an account. Does not name the new address, which may belong to another person. */
export function currentAddressEmail({ userName, link, code }: ProofData, sender: EmailBranding): EmailContent {
  return {
    subject: `Confirm the change of your email address for ${sender.name}`,
    preview: 'Confirm that a new address replaces this one',
    sender,
    heading: 'Change your email address?',
    greetingName: userName,
    paragraphs: [
      'Someone who is signed in to your account asked to replace this address with another one.',
      'It changes once it is confirmed here and at the new address.',
    ],
    action: { label: 'Confirm the change', url: link },
    code: { before: 'Or enter this code where you requested the change:', digits: code },
    facts: validFor,
    footnotes: ['If that was not you, do not confirm it, and choose a new password: that stops the change.'],
    because: 'this is the address of your account',
  }
}

/** Goes to the new address of an account. Does not contain the account's name, which a stranger could have chosen. */
export function newAddressEmail({ email, link, code }: ProofData, sender: EmailBranding): EmailContent {
  return {
    subject: `Confirm your new email address for ${sender.name}`,
    preview: 'Confirm that this is your new address',
    sender,
    heading: 'Confirm your new email address',
    paragraphs: [
      `The owner of the account ${email} wants to use this address from now on.`,
      'If that is your account, confirm it here and at your current address.',
    ],
    action: { label: 'Confirm the new address', url: link },
    code: { before: 'Or enter this code where you requested the change:', digits: code },
    facts: validFor,
    footnotes: ['If this is not your account, do not confirm. Otherwise that account gets your address.'],
    because: 'someone wants to use this address for their account',
  }
}

/** Confirms the identity of a signed-in person before an important change. */
export function reauthenticationEmail({ userName, code }: ProofData, sender: EmailBranding): EmailContent {
  return {
    subject: `Your confirmation code for ${sender.name}`,
    preview: 'Confirm your identity',
    sender,
    heading: 'Confirm your identity',
    greetingName: userName,
    paragraphs: ['Please confirm a change to your account.'],
    code: { before: 'Enter this code where you were asked for it:', digits: code },
    facts: validFor,
    footnotes: ['If that was not you, someone is signed in as you: choose a new password.'],
    because: 'someone wants to change something in your account',
  }
}
