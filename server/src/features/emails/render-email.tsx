/** @jsxRuntime automatic */
// The JSX runtime is set here, because tools that run this file from another folder do not read our tsconfig.
import { render } from '@react-email/render'
import { Body, Button, Container, Head, Heading, Hr, Html, Img, Link, Preview, Section, Text } from 'react-email'

/** The name, logo and colors of an email. */
export type Sender = {
  name: string
  /** An address of our own; null if there is no logo. */
  logo_url: string | null
  /** The background of the button as `#rrggbb`, and a readable text color on it. */
  color: string
  ink: string
  /**
   * For emails of a studio: the name in From, the address for replies, and the studio. Missing for emails of the platform.
   */
  mailbox?: { name: string; reply_to: string | null; studio_id: string }
}

/** A labeled fact, such as the time of a session, optionally with a link. */
export type EmailFact = { name: string; text: string; link?: { label: string; url: string } }

/**
 * The content of an email. Links have their own fields, and only our code creates them, so nobody can add a link by typing
 * it.
 */
export type EmailContent = {
  subject: string
  /** The text that a mailbox shows next to the subject. */
  preview: string
  sender: Sender
  heading: string
  paragraphs: readonly string[]
  facts?: readonly EmailFact[]
  /** Paragraphs after the facts. */
  details?: readonly string[]
  /** Missing if there is only a code. */
  action?: { label: string; url: string }
  /** Several links, after a sentence. */
  links?: { before: string; items: readonly { label: string; url: string }[] }
  /** A second, less prominent link, after a sentence. */
  second?: { before: string; label: string; url: string }
  /** Six digits for devices that cannot open the link, after a sentence. */
  code?: { before: string; digits: string }
  small: readonly string[]
}

export type RenderedEmail = { subject: string; preview: string; html: string; text: string }

/** Renders an email. The text version has the same content as the HTML version. */
export async function renderEmail(content: EmailContent): Promise<RenderedEmail> {
  const { subject, preview } = content
  return { subject, preview, html: await render(<EmailPage content={content} />), text: plainText(content) }
}

function plainText({
  heading,
  paragraphs,
  facts = [],
  details = [],
  links,
  action,
  second,
  code,
  small,
  sender,
}: EmailContent): string {
  return [
    heading,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(factLine).join('\n')] : []),
    ...details,
    ...(links ? [links.before, ...links.items.map(({ label, url }) => `${label}:\n${url}`)] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(second ? [`${second.before}\n${second.url}`] : []),
    ...(code ? [`${code.before}\n\n    ${code.digits}`] : []),
    ...small,
    `-- \n${sender.name}`,
  ].join('\n\n')
}

const factLine = ({ name, text, link }: EmailFact) => `${name}: ${text}${link ? `\n${link.label}: ${link.url}` : ''}`

const PAPER = '#f4f5f7'
const INK = '#1b2028'
const FAINT = '#5b6472'
const family = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const line = { fontSize: '15px', lineHeight: '24px', color: INK, margin: '0 0 16px' }
const button = { borderRadius: '8px', padding: '12px 20px', fontSize: '15px', fontWeight: 600 }
const note = { fontSize: '13px', lineHeight: '20px', color: FAINT, margin: '0 0 8px' }

function EmailPage({ content }: { content: EmailContent }) {
  const {
    subject,
    preview,
    sender,
    heading,
    paragraphs,
    facts,
    details = [],
    links,
    action,
    second,
    code,
    small,
  } = content
  return (
    <Html lang="en">
      <Head>
        <title>{subject}</title>
      </Head>
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: PAPER, fontFamily: family, margin: 0, padding: '24px 12px' }}>
        <Container style={{ backgroundColor: '#ffffff', borderRadius: '12px', padding: '32px', maxWidth: '520px' }}>
          <EmailHeader sender={sender} />
          <Heading as="h1" style={{ fontSize: '22px', lineHeight: '30px', color: INK, margin: '0 0 16px' }}>
            {heading}
          </Heading>
          <Sentences of={paragraphs} style={line} />
          {facts && facts.length > 0 && <Facts facts={facts} />}
          <Sentences of={details} style={line} />
          {links && <Links {...links} />}
          {action && (
            <Section style={{ margin: '24px 0' }}>
              <Button href={action.url} style={{ ...button, backgroundColor: sender.color, color: sender.ink }}>
                {action.label}
              </Button>
            </Section>
          )}
          {second && (
            <Text style={line}>
              {second.before} <Link href={second.url}>{second.label}</Link>
            </Text>
          )}
          {code && (
            <Section>
              <Text style={line}>{code.before}</Text>
              <Text style={{ ...line, fontSize: '28px', letterSpacing: '6px', fontWeight: 700 }}>{code.digits}</Text>
            </Section>
          )}
          <Hr style={{ borderTop: '1px solid #e3e6ea', margin: '24px 0 16px' }} />
          <Sentences of={small} style={note} />
        </Container>
      </Body>
    </Html>
  )
}

function EmailHeader({ sender: { name, logo_url } }: { sender: Sender }) {
  return logo_url ? (
    <Img src={logo_url} alt={name} height="40" style={{ marginBottom: '24px' }} />
  ) : (
    <Text style={{ ...line, fontWeight: 700, marginBottom: '24px' }}>{name}</Text>
  )
}

const cell = { fontSize: '15px', lineHeight: '22px', padding: '6px 0', verticalAlign: 'top' as const }

function Facts({ facts }: { facts: readonly EmailFact[] }) {
  return (
    <table role="presentation" cellPadding="0" cellSpacing="0" style={{ width: '100%', margin: '0 0 16px' }}>
      <tbody>
        {facts.map(({ name, text, link }) => (
          <tr key={name}>
            <td style={{ ...cell, width: '104px', paddingRight: '16px', color: FAINT }}>{name}</td>
            <td style={{ ...cell, color: INK }}>
              {text}
              {link && (
                <>
                  <br />
                  <Link href={link.url}>{link.label}</Link>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Links({ before, items }: NonNullable<EmailContent['links']>) {
  return (
    <Text style={line}>
      {before}
      {items.map(({ label, url }) => (
        <span key={url}>
          <br />
          <Link href={url}>{label}</Link>
        </span>
      ))}
    </Text>
  )
}

function Sentences({ of, style }: { of: readonly string[]; style: typeof line }) {
  return of.map((sentence) => (
    <Text key={sentence} style={style}>
      {sentence}
    </Text>
  ))
}
