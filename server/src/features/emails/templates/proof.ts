import type { Letter, Sender } from '../letter.tsx'

export type ProofData = { userName: string; link: string; code: string }

const small = (otherwise: string) => ['The link and the code work for one hour and only once.', otherwise]

/** For somebody who has forgotten their password: the link for this browser, the code for any other. */
export function recovery({ userName, link, code }: ProofData, sender: Sender): Letter {
  return {
    subject: `Reset your password for ${sender.name}`,
    preview: 'Choose a new password',
    sender,
    heading: 'Reset your password',
    paragraphs: [`Hello ${userName}, somebody asked for a new password for this address.`],
    action: { label: 'Choose a new password', url: link },
    code: { before: 'On another device, type this code instead:', digits: code },
    small: small('If that was not you, ignore this email: your password stays as it is.'),
  }
}

/** For somebody who has signed up where addresses are confirmed first. */
export function confirmation({ userName, link, code }: ProofData, sender: Sender): Letter {
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
