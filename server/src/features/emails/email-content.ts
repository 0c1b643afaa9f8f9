import type { EmailFact } from './wording.ts'

/** The name, logo and colors of an email. */
export type EmailBranding = {
  name: string
  /** A URL on our own server; null if there is no logo. */
  logo_url: string | null
  /** The background color of the button as `#rrggbb`. `ink` is a text color that is readable on it. */
  color: string
  ink: string
  /**
   * For emails of a studio: the name in From, the address for replies, and the studio. Absent for emails of the platform.
   */
  mailbox?: { name: string; reply_to: string | null; studio_id: string }
}

/** @property author empty if the heading of the email names the only author */
export type Quote = { author: string; paragraphs: readonly string[] }

/**
 * The content of an email. Links have their own fields, and only our code creates them, so text that people type never
 * becomes a link.
 */
export type EmailContent = {
  subject: string
  /** The text that a mailbox shows next to the subject. */
  preview: string
  sender: EmailBranding
  heading: string
  /** The reader's name for the greeting; absent if there is no greeting. */
  greetingName?: string
  /** The amount that the email is about, in large type below the heading. A fact says the same. */
  figure?: { text: string; note: string }
  paragraphs: readonly string[]
  facts?: readonly EmailFact[]
  /** Paragraphs after the facts. */
  details?: readonly string[]
  /** Messages of people, each with the name of its author, after the facts. */
  quotes?: readonly Quote[]
  /** The main button; absent if there is only a code. */
  action?: { label: string; url: string }
  /** Several links after a sentence (`before`). */
  links?: { before: string; items: readonly { label: string; url: string }[]; isBelowAction?: boolean }
  /** A less prominent link after a sentence (`before`). */
  secondaryLink?: { before: string; label: string; url: string }
  /** Six digits after a sentence (`before`), for devices that cannot open the link. */
  code?: { before: string; digits: string }
  /** Sentences in the footer. */
  footnotes?: readonly string[]
  /** Why the reader gets this email, as the end of "You're getting this because ...", without a period. */
  because: string
  /** The link that stops emails of this kind. */
  stopLink?: { label: string; url: string }
}

/** The paragraphs before the facts, with the greeting first. */
export const paragraphsWithGreeting = ({
  greetingName,
  paragraphs,
}: Pick<EmailContent, 'greetingName' | 'paragraphs'>) =>
  greetingName === undefined ? paragraphs : [`Hello ${greetingName},`, ...paragraphs]

/** The sentences of the footer; the last says why the reader gets the email. */
export const footerSentences = ({ footnotes = [], because }: Pick<EmailContent, 'footnotes' | 'because'>) => [
  ...footnotes,
  `You're getting this because ${because}.`,
]
