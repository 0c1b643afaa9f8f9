import type { EmailContent, Sender } from '../render-email.tsx'

export type ConversationData = {
  recipientName: string
  /** The author: the studio, or a client of it. */
  writer: string
  project: string | null
  count: number
  /** The messages; null if the person's address is not proven. */
  messages: readonly { author: string; paragraphs: readonly string[] }[] | null
  /** Whether the messages have files. The email names them but does not contain them. */
  hasFiles: boolean
  /** The largest file that a reply can contain, in megabytes. */
  fileMb: number
  hasAccount: boolean
  /** Whether a reply to this email becomes a message. */
  byMail: boolean
  /** The address of the conversation; for a person without an account that of the sign-up. */
  url: string
}

/** Lists unread messages. */
export function conversationEmail(data: ConversationData, sender: Sender): EmailContent {
  const { recipientName, writer, project, count, messages, hasFiles, fileMb, hasAccount, byMail, url } = data
  const subject = count === 1 ? `New message from ${writer}` : `${count} new messages from ${writer}`
  const about = project ? ` about ${project}` : ''
  const lines = messages?.flatMap(({ author, paragraphs }) => (author ? [`${author}:`, ...paragraphs] : paragraphs))
  return {
    subject,
    preview: lines?.[0] ?? subject,
    sender,
    heading: subject,
    paragraphs: lines
      ? [`Hello ${recipientName}, ${writer} wrote to you${about}:`, ...lines]
      : [
          `Hello ${recipientName}, ${writer} wrote to you${about}.`,
          `This email does not contain the message, because this address has not been confirmed. ${hasAccount ? 'Sign in' : 'Sign up with this address'} to read and answer it.`,
        ],
    action: { label: hasAccount ? 'Read and answer' : 'Sign up', url },
    small: [
      ...(hasFiles ? ['Files are not attached. Open the conversation to download them.'] : []),
      ...(byMail ? [`You can also answer this email, with files of up to ${fileMb} MB.`] : []),
      'You receive this email because no one has read the message yet.',
    ],
  }
}
