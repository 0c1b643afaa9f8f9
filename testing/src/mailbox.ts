import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'

/** An email: reply address, link of its button and six-digit code, if any. */
export type Mail = {
  file: string
  subject: string
  text: string
  html: string
  link: string
  code: string
  replyTo: string | null
  /** The attached calendar. */
  calendar: string | null
  /** The names of all attached files. */
  files: string[]
}

const MAIL_TIMEOUT_MS = 60_000

/** The head of every email so far, by file. An email that is sent again replaces its file, but the recipient is the same. */
const heads = new Map<string, string>()

/** All emails to an address in the outbox, oldest first. Parses only these, because browser tests share an outbox with thousands of emails. */
export async function mailsTo(server: { outbox: string }, address: string): Promise<Mail[]> {
  if (!existsSync(server.outbox)) return []
  const files = readdirSync(server.outbox).filter((file) => file.endsWith('.eml'))
  const filesByAge = files
    .filter((file) => headOf(join(server.outbox, file)).includes(address))
    .map((file) => ({ file, at: statSync(join(server.outbox, file)).mtimeMs }))
    .sort((a, b) => a.at - b.at)
  const parsed = await Promise.all(
    filesByAge.map(async ({ file }) => ({
      file,
      mail: await PostalMime.parse(readFileSync(join(server.outbox, file))),
    })),
  )
  return parsed
    .filter(({ mail }) => mail.to?.some((to) => to.address === address))
    .map(({ file, mail }) => toMail(file, mail))
}

function headOf(path: string): string {
  const known = heads.get(path)
  if (known !== undefined) return known
  const text = readFileSync(path, 'utf8')
  const head = text.slice(0, text.indexOf('\r\n\r\n'))
  heads.set(path, head)
  return head
}

/** Waits for an email with this subject, ignoring those already seen, and returns the newest. */
export async function nextMail(
  server: { outbox: string },
  address: string,
  subject: string,
  seen: readonly Mail[] = [],
): Promise<Mail> {
  const until = Date.now() + MAIL_TIMEOUT_MS
  while (Date.now() < until) {
    const mails = await mailsTo(server, address)
    const newMails = mails.filter(
      (mail) => mail.subject.includes(subject) && !seen.some(({ file }) => file === mail.file),
    )
    const newest = newMails.at(-1)
    if (newest) return newest
    await wait(50)
  }
  throw new Error(`no email '${subject}' reached ${address}`)
}

function toMail(file: string, mail: Email): Mail {
  const text = mail.text ?? ''
  return {
    file,
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    replyTo: mail.replyTo?.[0]?.address ?? null,
    calendar: calendarIn(mail),
    files: mail.attachments.map(({ filename }) => filename ?? ''),
    link: /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0] ?? '',
    code: /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? '',
  }
}

function calendarIn({ attachments }: Email): string | null {
  const content = attachments.find(({ mimeType }) => mimeType === 'application/ics')?.content
  if (content === undefined) return null
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

/** The token of the newest crew invitation to an address, ignoring those already seen. */
export async function invitationToken(
  server: { outbox: string },
  address: string,
  seen: readonly Mail[] = [],
): Promise<string> {
  const { text } = await nextMail(server, address, 'invites you to the crew', seen)
  const token = /\/auth\/signup\?invitation=([\w-]+)/.exec(text)?.[1]
  if (!token) throw new Error('the email contains no invitation link')
  return token
}
