import type { EmailContent, Sender } from '../render-email.tsx'

export type ProofData = {
  userName: string
  /** The current address of the account. */
  email: string
  link: string
  code: string
}

const small = (otherwise: string) => ['The link and the code work for one hour and only once.', otherwise]

/** For a forgotten password: the link for this browser, the code for any other. */
export function recovery({ userName, link, code }: ProofData, sender: Sender): EmailContent {
  return {
    subject: `Reset your password for ${sender.name}`,
    preview: 'Choose a new password',
    sender,
    heading: 'Reset your password',
    paragraphs: [`Hello ${userName}, someone requested a new password for this address.`],
    action: { label: 'Choose a new password', url: link },
    code: { before: 'On another device, type this code instead:', digits: code },
    small: small('If that was not you, ignore this email: your password stays as it is.'),
  }
}

/** For a sign-up, if addresses must be proven. */
export function confirmation({ userName, link, code }: ProofData, sender: Sender): EmailContent {
  return {
    subject: `Confirm your email address for ${sender.name}`,
    preview: 'One click and your account is ready',
    sender,
    heading: 'Confirm your email address',
    paragraphs: [`Hello ${userName}, please confirm that this address is yours.`],
    action: { label: 'Confirm your email address', url: link },
    code: { before: 'On another device, type this code instead:', digits: code },
    small: small('If you have not signed up, ignore this email.'),
  }
}

/** For signing in without a password. */
export function magicLink({ userName, link, code }: ProofData, sender: Sender): EmailContent {
  return {
    subject: `Your sign-in link for ${sender.name}`,
    preview: 'Sign in with one click',
    sender,
    heading: `Sign in to ${sender.name}`,
    paragraphs: [`Hello ${userName}, this link signs you in. Open it in the browser in which you asked for it.`],
    action: { label: 'Sign in', url: link },
    code: { before: 'On another device, type this code instead:', digits: code },
    small: small('If you did not ask for it, ignore this email. Nobody can sign in without it.'),
  }
}

/** To the current address of an account. It does not name the new address, which may belong to another person. */
export function emailChangeAtCurrent({ userName, link, code }: ProofData, sender: Sender): EmailContent {
  return {
    subject: `Confirm the change of your email address for ${sender.name}`,
    preview: 'Confirm that a new address replaces this one',
    sender,
    heading: 'Change your email address?',
    paragraphs: [
      `Hello ${userName}, someone signed in to your account asked to replace this address with another one.`,
      'It changes once it is confirmed here and at the new address.',
    ],
    action: { label: 'Confirm the change', url: link },
    code: { before: 'Or type this code where you asked for the change:', digits: code },
    small: small('If that was not you, do not confirm it, and choose a new password: it stops the change.'),
  }
}

/** To the new address of an account. It does not contain the account's name, which a stranger could have chosen. */
export function emailChangeAtNew({ email, link, code }: ProofData, sender: Sender): EmailContent {
  return {
    subject: `Confirm your new email address for ${sender.name}`,
    preview: 'Confirm that this is your new address',
    sender,
    heading: 'Confirm your new email address',
    paragraphs: [
      `Hello, the account with the address ${email} asks to use this address from now on.`,
      'If that is your account, confirm it here and at your current address.',
    ],
    action: { label: 'Confirm the new address', url: link },
    code: { before: 'Or type this code where you asked for the change:', digits: code },
    small: small('If this is not your account, do not confirm. Otherwise the person who asked gets this address.'),
  }
}

/** For a signed-in person before an important change. */
export function reauthentication({ userName, code }: ProofData, sender: Sender): EmailContent {
  return {
    subject: `Your confirmation code for ${sender.name}`,
    preview: 'Confirm that it is you',
    sender,
    heading: 'Confirm that it is you',
    paragraphs: [`Hello ${userName}, please confirm a change to your account.`],
    code: { before: 'Type this code where you were asked for it:', digits: code },
    small: [
      'The code works for one hour and only once.',
      'If that was not you, someone is signed in as you: choose a new password.',
    ],
  }
}
