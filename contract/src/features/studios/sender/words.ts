/** Domains of mail services at which anyone can get an address. A domain that ends with a dot matches any country. */
const freemailDomains = [
  'gmail.com',
  'googlemail.com',
  'outlook.',
  'hotmail.',
  'live.',
  'msn.com',
  'yahoo.',
  'ymail.com',
  'rocketmail.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.',
  'gmx.',
  'web.de',
  't-online.de',
  'freenet.de',
  'posteo.',
  'mailbox.org',
  'mail.com',
  'mail.ru',
  'yandex.',
  'proton.me',
  'protonmail.',
  'pm.me',
  'tutanota.',
  'tuta.',
  'zoho.',
  'fastmail.',
  'hey.com',
  'qq.com',
  '163.com',
  '126.com',
  'naver.com',
  'orange.fr',
  'laposte.net',
  'free.fr',
  'wanadoo.fr',
  'libero.it',
  'seznam.cz',
  'wp.pl',
  'o2.pl',
  'comcast.net',
  'verizon.net',
  'att.net',
  'btinternet.com',
  'bigpond.com',
  'hushmail.com',
  'inbox.com',
  'rediffmail.com',
  'sapo.pt',
  'bluewin.ch',
  'ziggo.nl',
  'telenet.be',
]

export const senderRecordKinds = ['dkim', 'next_dkim', 'spf', 'dmarc'] as const
export const recordStates = ['found', 'missing', 'different', 'unknown'] as const

export const FREEMAIL =
  'Please use an address at a domain of your own. Mail services such as Gmail allow no other sender.'
export const PLATFORM_DOMAIN = 'This domain belongs to the platform. Please use a domain of your own.'

/** The domain of an email address, in lower case. */
export const getEmailDomain = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

const ofAnyCountry = (known: string) => new RegExp(`(^|\\.)${known}[a-z]{2,3}(\\.[a-z]{2})?$`)

/** Whether anyone can get an address at a domain. */
export const isFreemail = (domain: string): boolean =>
  freemailDomains.some((known) =>
    known.endsWith('.')
      ? ofAnyCountry(known.replace('.', '\\.')).test(domain)
      : domain === known || domain.endsWith(`.${known}`),
  )
