import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

export type ConversationData = {
  recipientName: string
  studioName: string
  /** The author: the studio, or one of its clients. */
  senderName: string
  to: 'client' | 'desk'
  project: string | null
  count: number
  /** The messages; null if the reader's address is not proven. */
  messages: readonly { author: string; paragraphs: readonly string[] }[] | null
  /** Whether the messages have files. The email lists the names of files but does not attach them. */
  hasFiles: boolean
  /** The largest file that a reply can contain, in megabytes. */
  fileMb: number
  hasAccount: boolean
  /** Whether a reply to this email becomes a message. */
  acceptsReplies: boolean
  /** The page of the conversation, or of the sign-up for a person without an account. */
  url: string
}

/** An email with unread messages. */
export function conversationEmail(data: ConversationData, sender: EmailBranding): EmailContent {
  const {
    recipientName,
    studioName,
    senderName,
    to,
    project,
    count,
    messages,
    hasFiles,
    fileMb,
    hasAccount,
    acceptsReplies,
    url,
  } = data
  const subject = count === 1 ? `New message from ${senderName}` : `${count} new messages from ${senderName}`
  const readTexts = hasAccount ? 'Sign in' : 'Sign up with this address'
  return {
    subject,
    preview: messages?.[0]?.paragraphs[0] ?? subject,
    sender,
    heading: subject,
    greetingName: recipientName,
    paragraphs: messages
      ? []
      : [
          `This email does not contain the message, because this address has not been confirmed. ${readTexts} to read and answer it.`,
        ],
    facts: listFacts({ From: messages ? null : senderName, Project: project }),
    ...(messages && { quotes: messages }),
    action: { label: hasAccount ? 'Read and answer' : 'Sign up', url },
    footnotes: [
      ...(hasFiles ? ['Files are not attached. Open the conversation to download them.'] : []),
      ...(acceptsReplies ? [`You can also answer this email, with files of up to ${fileMb} MB.`] : []),
    ],
    because:
      to === 'client'
        ? `you have not read ${count === 1 ? 'this message' : 'these messages'} yet`
        : `no one has read ${count === 1 ? 'this message' : 'these messages'} at ${studioName} yet`,
  }
}
