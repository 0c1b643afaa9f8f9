/** @jsxRuntime automatic */
// Sets the JSX runtime here, because tools that run this file from another folder do not read our tsconfig.
import { render } from '@react-email/render'
import { Body, Button, Container, Head, Heading, Hr, Html, Img, Link, Preview, Section, Text } from 'react-email'
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
type Quote = { author: string; paragraphs: readonly string[] }

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

export type RenderedEmail = { subject: string; preview: string; html: string; text: string }

/** Renders an email. The text version has the same content as the HTML version. */
export async function renderEmail(content: EmailContent): Promise<RenderedEmail> {
  const { subject, preview } = content
  return { subject, preview, html: await render(<EmailPage content={content} />), text: plainText(content) }
}

function plainText({
  heading,
  facts = [],
  details = [],
  quotes = [],
  links,
  action,
  secondaryLink,
  code,
  stopLink,
  sender,
  ...content
}: EmailContent): string {
  return [
    heading,
    ...greetAndListParagraphs(content),
    ...(facts.length > 0 ? [facts.map(formatFact).join('\n')] : []),
    ...details,
    ...quotes.flatMap(({ author, paragraphs }) => (author ? [`${author}:`, ...paragraphs] : paragraphs)),
    ...(links ? [links.before, ...links.items.map(({ label, url }) => `${label}:\n${url}`)] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(secondaryLink ? [`${secondaryLink.before}\n${secondaryLink.url}`] : []),
    ...(code ? [`${code.before}\n\n    ${code.digits}`] : []),
    ...listFooterSentences(content),
    ...(stopLink ? [`${stopLink.label}:\n${stopLink.url}`] : []),
    `-- \n${sender.name}`,
  ].join('\n\n')
}

const formatFact = ({ name, text, link }: EmailFact) => `${name}: ${text}${link ? `\n${link.label}: ${link.url}` : ''}`

const greetAndListParagraphs = ({ greetingName, paragraphs }: Pick<EmailContent, 'greetingName' | 'paragraphs'>) =>
  greetingName === undefined ? paragraphs : [`Hello ${greetingName},`, ...paragraphs]

const listFooterSentences = ({ footnotes = [], because }: Pick<EmailContent, 'footnotes' | 'because'>) => [
  ...footnotes,
  `You're getting this because ${because}.`,
]

const PAGE_COLOR = '#f4f5f7'
const LINE_COLOR = '#e3e6ea'
const SHEET_COLOR = '#ffffff'
const TEXT_COLOR = '#1b2028'
const MUTED_COLOR = '#5b6472'
const LINK_COLOR = '#0b57d0'
const fontFamily = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const paragraphStyle = { fontSize: '15px', lineHeight: '24px', color: TEXT_COLOR, margin: '0 0 16px' }
const buttonStyle = { borderRadius: '8px', padding: '14px 24px', fontSize: '15px', fontWeight: 600 }
const footerStyle = { fontSize: '13px', lineHeight: '20px', color: MUTED_COLOR, margin: '0 0 8px' }

// On phones the sheet fills the screen, the button the line, and the name of a fact is above its text.
const phoneStyles = `
@media (max-width: 480px) {
  body, td[dir=ltr] { padding: 0 !important; }
  .sheet { border-radius: 0 !important; }
  .button { display: block !important; text-align: center !important; }
  .fact-name { display: block !important; width: auto !important; padding: 12px 16px 0 !important; }
  .fact-text { display: block !important; width: auto !important; padding: 0 16px 12px !important; border-top: 0 !important; }
}`

// Only for mail programs with a dark mode. `Body` copies its style to its table cell, `td[dir=ltr]`. A logo gets a white background,
// because many logos are dark.
const darkColors = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  body, td[dir=ltr] { background-color: #12151a !important; }
  .sheet { background-color: #1c2129 !important; }
  .quote, .digits { background-color: #262c36 !important; }
  .panel { border-color: #3a424e !important; }
  .ink { color: #f1f3f5 !important; }
  .faint { color: #a9b2bf !important; }
  .link { color: #8ab4f8 !important; }
  .line { border-top-color: #3a424e !important; }
  .button { border: 1px solid #5b6472 !important; }
  .logo { background-color: #ffffff !important; border-radius: 8px !important; padding: 6px 10px !important; }
}`

function EmailPage({ content }: { content: EmailContent }) {
  const { subject, preview } = content
  return (
    <Html lang="en">
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{phoneStyles + darkColors}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: PAGE_COLOR, fontFamily, margin: 0, padding: '24px 12px' }}>
        <Container
          className="sheet"
          style={{
            backgroundColor: SHEET_COLOR,
            borderTop: `4px solid ${content.sender.color}`,
            borderRadius: '12px',
            padding: '28px 24px',
            maxWidth: '560px',
            // A long name of a studio must not make the email wider than a phone.
            wordBreak: 'break-word',
          }}
        >
          <EmailHeader sender={content.sender} />
          <EmailText content={content} />
          <EmailActions content={content} />
          <EmailFooter content={content} />
        </Container>
      </Body>
    </Html>
  )
}

/** The sender's logo, or its initial on its color with the name. */
function EmailHeader({ sender: { name, logo_url, color, ink } }: { sender: EmailBranding }) {
  if (logo_url)
    return (
      <Img
        className="logo"
        src={logo_url}
        alt={name}
        height="40"
        style={{ height: '40px', maxWidth: '100%', objectFit: 'contain', marginBottom: '24px' }}
      />
    )
  const initialStyle = {
    ...paragraphStyle,
    backgroundColor: color,
    color: ink,
    borderRadius: '8px',
    width: '40px',
    height: '40px',
  }
  return (
    <table role="presentation" cellPadding="0" cellSpacing="0" style={{ margin: '0 0 24px' }}>
      <tbody>
        <tr>
          <td aria-hidden align="center" style={{ ...initialStyle, fontSize: '18px', fontWeight: 700 }}>
            {[...name.trim()][0]?.toUpperCase()}
          </td>
          <td
            className="ink"
            style={{ ...paragraphStyle, fontWeight: 700, paddingLeft: '12px', wordBreak: 'break-word' }}
          >
            {name}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function EmailText({ content }: { content: EmailContent }) {
  const { heading, figure, facts = [], details = [], quotes = [], sender } = content
  return (
    <>
      <Heading
        as="h1"
        className="ink"
        style={{ fontSize: '22px', lineHeight: '30px', color: TEXT_COLOR, margin: '0 0 16px' }}
      >
        {heading}
      </Heading>
      {figure && (
        <>
          <Text
            className="ink"
            style={{ ...paragraphStyle, fontSize: '32px', lineHeight: '40px', fontWeight: 700, margin: 0 }}
          >
            {figure.text}
          </Text>
          <Text className="faint" style={{ ...paragraphStyle, color: MUTED_COLOR }}>
            {figure.note}
          </Text>
        </>
      )}
      <Sentences texts={greetAndListParagraphs(content)} />
      {facts.length > 0 && <Facts facts={facts} />}
      <Sentences texts={details} />
      {quotes.length > 0 && <Quotes quotes={quotes} color={sender.color} />}
    </>
  )
}

function EmailActions({ content: { sender, links, action, secondaryLink, code } }: { content: EmailContent }) {
  return (
    <>
      {links && !links.isBelowAction && <Links {...links} />}
      {action && (
        <Section style={{ margin: '24px 0' }}>
          <Button
            className="button"
            href={action.url}
            style={{ ...buttonStyle, backgroundColor: sender.color, color: sender.ink }}
          >
            {action.label}
          </Button>
        </Section>
      )}
      {links?.isBelowAction && <Links {...links} />}
      {secondaryLink && (
        <Text className="ink" style={paragraphStyle}>
          {secondaryLink.before} <TextLink href={secondaryLink.url}>{secondaryLink.label}</TextLink>
        </Text>
      )}
      {code && (
        <Section>
          <Text className="ink" style={paragraphStyle}>
            {code.before}
          </Text>
          <Text className="ink digits" style={digitsStyle}>
            {code.digits}
          </Text>
        </Section>
      )}
    </>
  )
}

// Digits of equal width are easier to compare with those that a person types.
const digitsStyle = {
  ...paragraphStyle,
  backgroundColor: PAGE_COLOR,
  borderRadius: '8px',
  padding: '16px 8px',
  fontFamily: "ui-monospace, Menlo, Consolas, 'Courier New', monospace",
  fontSize: '30px',
  lineHeight: '36px',
  letterSpacing: '6px',
  fontWeight: 700,
  textAlign: 'center' as const,
}

function EmailFooter({ content }: { content: EmailContent }) {
  const { stopLink, sender } = content
  return (
    <>
      <Hr className="line" style={{ borderTop: `1px solid ${LINE_COLOR}`, margin: '28px 0 16px' }} />
      <Text className="ink" style={{ ...footerStyle, color: TEXT_COLOR, fontWeight: 600, wordBreak: 'break-word' }}>
        {sender.name}
      </Text>
      {listFooterSentences(content).map((sentence) => (
        <Text key={sentence} className="faint" style={footerStyle}>
          {sentence}
        </Text>
      ))}
      {stopLink && (
        <Text className="faint" style={footerStyle}>
          <TextLink href={stopLink.url}>{stopLink.label}</TextLink>
        </Text>
      )}
    </>
  )
}

function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <Link className="link" href={href} style={{ color: LINK_COLOR, textDecoration: 'underline' }}>
      {children}
    </Link>
  )
}

const cellStyle = { fontSize: '15px', lineHeight: '22px', padding: '10px 16px', verticalAlign: 'top' as const }
const nameStyle = { ...cellStyle, width: '96px', paddingRight: 0, color: MUTED_COLOR }
// A long word, such as a hash, must not make the email wider than a phone.
const valueStyle = {
  ...cellStyle,
  color: TEXT_COLOR,
  whiteSpace: 'pre-line' as const,
  wordBreak: 'break-word' as const,
}
const valueStyles = {
  main: { ...valueStyle, fontWeight: 600 },
  former: { ...valueStyle, color: MUTED_COLOR, textDecoration: 'line-through' },
}

/** Keeps the last word of '(Berlin time)' on the line of the first. */
const keepZone = (text: string) => text.replaceAll(' time)', '\u00a0time)')

/** The facts as rows of a box. A mail program without `border-radius` shows it with square corners. */
function Facts({ facts }: { facts: readonly EmailFact[] }) {
  return (
    <table
      role="presentation"
      className="panel"
      cellPadding="0"
      cellSpacing="0"
      style={{
        width: '100%',
        tableLayout: 'fixed',
        borderCollapse: 'separate',
        border: `1px solid ${LINE_COLOR}`,
        borderRadius: '8px',
        margin: '8px 0 20px',
      }}
    >
      <tbody>
        {facts.map(({ name, text, link, look }, index) => {
          const line = { borderTop: index === 0 ? 0 : `1px solid ${LINE_COLOR}` }
          return (
            <tr key={name}>
              <td className="faint line fact-name" style={{ ...nameStyle, ...line }}>
                {name}
              </td>
              <td
                className={`${look === 'former' ? 'faint' : 'ink'} line fact-text`}
                style={{ ...(look ? valueStyles[look] : valueStyle), ...line }}
              >
                {keepZone(text)}
                {link && (
                  <>
                    <br />
                    <TextLink href={link.url}>{link.label}</TextLink>
                  </>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Each message with its author, in a box with an edge in the color of the studio. */
const Quotes = ({ quotes, color }: { quotes: readonly Quote[]; color: string }) =>
  quotes.map(({ author, paragraphs }, index) => (
    <Section
      // biome-ignore lint/suspicious/noArrayIndexKey: two messages can be equal, and the list never changes.
      key={index}
      className="quote"
      style={{
        backgroundColor: PAGE_COLOR,
        borderLeft: `3px solid ${color}`,
        borderRadius: '8px',
        padding: '12px 16px',
        margin: '0 0 12px',
      }}
    >
      {author && (
        <Text className="faint" style={{ ...footerStyle, fontWeight: 600, margin: '0 0 4px' }}>
          {author}
        </Text>
      )}
      {paragraphs.map((paragraph, place) => (
        <Text
          // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs can be equal, and the list never changes.
          key={place}
          className="ink"
          style={{ ...paragraphStyle, margin: place === paragraphs.length - 1 ? '0' : '0 0 8px' }}
        >
          {paragraph}
        </Text>
      ))}
    </Section>
  ))

function Links({ before, items }: NonNullable<EmailContent['links']>) {
  return (
    <Text className="ink" style={paragraphStyle}>
      {before}
      {items.map(({ label, url }) => (
        <span key={url}>
          <br />
          <TextLink href={url}>{label}</TextLink>
        </span>
      ))}
    </Text>
  )
}

function Sentences({ texts }: { texts: readonly string[] }) {
  return texts.map((sentence) => (
    <Text key={sentence} className="ink" style={paragraphStyle}>
      {sentence}
    </Text>
  ))
}
