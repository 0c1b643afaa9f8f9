import { MESSAGE_MAX } from './words.ts'

type Headers = Readonly<Record<string, string>>

const robotAddress = /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)([+-].*)?@/i

// Each of these headers means that a program wrote the email.
const automaticHeaders = [
  'list-id',
  'list-unsubscribe',
  'x-loop',
  'x-autoreply',
  'x-auto-reply',
  'x-autorespond',
  'x-auto-respond',
  'x-autoresponder',
  'x-mail-autoreply',
]

/**
 * Whether a program wrote an email. Answering such an email could start an endless loop (RFC 3834).
 * @param headers with names in lower case
 */
export function isAutomatic({ from, headers }: { from: string; headers: Headers }): boolean {
  const automatic = headers['auto-submitted']
  if (automatic !== undefined && !/^\s*no\b/i.test(automatic)) return true
  if (/^\s*(bulk|list|junk|auto[_-]reply)\b/i.test(headers.precedence ?? '')) return true
  const suppressed = headers['x-auto-response-suppress']
  if (suppressed !== undefined && !/^\s*none\b/i.test(suppressed)) return true
  if (automaticHeaders.some((name) => name in headers)) return true
  // Receipts and reports.
  if (/^\s*multipart\/report\b/i.test(headers['content-type'] ?? '')) return true
  if (/^\s*<\s*>\s*$/.test(headers['return-path'] ?? '')) return true
  return robotAddress.test(from)
}

const separators = [
  /^-{2,}\s*(original message|forwarded message|ursprüngliche nachricht|message d'origine)\s*-{2,}$/i,
  /^_{10,}$/,
  // The separator of a signature.
  /^-- ?$/,
]
// `\b` knows only ASCII letters, so it finds no end of a word after 'escribió'.
const WROTE = /(?<!\p{L})(wrote|schrieb|a écrit|escribió|schreef|skrev|ha scritto)(?!\p{L})/iu

/** The first two headers of an email that Outlook quotes, in each language. */
const outlookHeaders = [
  [/^from:\s/i, /^(sent|date|to|subject):\s/i],
  [/^von:\s/i, /^(gesendet|datum|an|betreff):\s/i],
  [/^de\s?:\s/i, /^(envoyé|date|à|objet)\s?:\s/i],
] as const

/** Whether a line introduces a quoted email, such as 'On 23 Nov 2026 at 10:00, Cleo wrote:'. */
const introducesQuote = (line: string) =>
  line.length < 300 &&
  /^(on|am|le|el|op|den|il)\b/i.test(line) &&
  /\d/.test(line) &&
  WROTE.test(line) &&
  line.endsWith(':')

function endsText(line: string, next: string): boolean {
  if (line.startsWith('>') || separators.some((separator) => separator.test(line))) return true
  // Outlook does not mark quoted lines; the quoted email follows its headers.
  if (outlookHeaders.some(([first, second]) => first.test(line) && second.test(next))) return true
  // Mail programs break long lines.
  return introducesQuote(line.trim()) || introducesQuote(`${line} ${next}`.trim())
}

/** The lines before the first one that ends the text. */
function takeText(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line, index) => endsText(line, lines[index + 1] ?? ''))
  return end < 0 ? lines : lines.slice(0, end)
}

/**
 * The lines of a reply below the quoted email, or between its lines. None if the quoted lines are not marked with '>', because
 * then they cannot be told from the reply.
 */
function takeTextBelowQuote(lines: readonly string[]): readonly string[] {
  const quote = lines.findIndex((line) => line.startsWith('>'))
  if (quote < 0) return []
  const introduction = lines.slice(0, quote).join(' ').trim()
  if (introduction !== '' && !introducesQuote(introduction)) return []
  return takeText(lines.slice(quote).filter((line) => !line.startsWith('>')))
}

/**
 * The new text of an email reply: without the quoted email, the line that introduces it, and the signature. At most as long
 * as a message may be.
 */
export function cutQuote(text: string): string {
  const lines = text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .split('\n')
  const newText = toText(takeText(lines)) || toText(takeTextBelowQuote(lines))
  return [...newText].slice(0, MESSAGE_MAX).join('')
}

const toText = (lines: readonly string[]) =>
  lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
