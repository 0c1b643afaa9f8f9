/** @jsxRuntime automatic */
// Said here because tools that run this file from another folder do not read our tsconfig.
import { render } from '@react-email/render'
import { Body, Button, Container, Head, Heading, Hr, Html, Img, Link, Preview, Section, Text } from 'react-email'

/** Under whose name and colours a mail comes. */
export type Sender = {
  name: string
  /** An address of our own, or null where there is no logo. */
  logo_url: string | null
  /** `#rrggbb` of the button, and what can be read on it. */
  color: string
  ink: string
  /** The name in From and the address for replies, in mails of a studio; left out in mails of the platform. */
  mailbox?: { name: string; reply_to: string | null }
}

/** What a template makes of its data. Only `action.url` and `second.url` are links, and we make them: no person types them. */
export type Letter = {
  subject: string
  /** What a mailbox shows beside the subject. */
  preview: string
  sender: Sender
  heading: string
  paragraphs: readonly string[]
  /** Left out where there is nothing to open, only a code to type. */
  action?: { label: string; url: string }
  /** A second thing to open, less prominent, with the sentence before it. */
  second?: { before: string; label: string; url: string }
  /** Six digits to type where the link cannot be opened, with the sentence before them. */
  code?: { before: string; digits: string }
  small: readonly string[]
}

export type RenderedLetter = { subject: string; preview: string; html: string; text: string }

/** All four forms of a letter. The text form carries everything that the other one does. */
export async function renderLetter(letter: Letter): Promise<RenderedLetter> {
  const { subject, preview } = letter
  return { subject, preview, html: await render(<LetterPage letter={letter} />), text: plainText(letter) }
}

function plainText({ heading, paragraphs, action, second, code, small, sender }: Letter): string {
  return [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(second ? [`${second.before}\n${second.url}`] : []),
    ...(code ? [`${code.before}\n\n    ${code.digits}`] : []),
    ...small,
    `-- \n${sender.name}`,
  ].join('\n\n')
}

const PAPER = '#f4f5f7'
const INK = '#1b2028'
const FAINT = '#5b6472'
const family = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const line = { fontSize: '15px', lineHeight: '24px', color: INK, margin: '0 0 16px' }
const button = { borderRadius: '8px', padding: '12px 20px', fontSize: '15px', fontWeight: 600 }
const note = { fontSize: '13px', lineHeight: '20px', color: FAINT, margin: '0 0 8px' }

function LetterPage({ letter }: { letter: Letter }) {
  const { subject, preview, sender, heading, paragraphs, action, second, code, small } = letter
  return (
    <Html lang="en">
      <Head>
        <title>{subject}</title>
      </Head>
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: PAPER, fontFamily: family, margin: 0, padding: '24px 12px' }}>
        <Container style={{ backgroundColor: '#ffffff', borderRadius: '12px', padding: '32px', maxWidth: '520px' }}>
          <Letterhead sender={sender} />
          <Heading as="h1" style={{ fontSize: '22px', lineHeight: '30px', color: INK, margin: '0 0 16px' }}>
            {heading}
          </Heading>
          <Sentences of={paragraphs} style={line} />
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

function Letterhead({ sender: { name, logo_url } }: { sender: Sender }) {
  return logo_url ? (
    <Img src={logo_url} alt={name} height="40" style={{ marginBottom: '24px' }} />
  ) : (
    <Text style={{ ...line, fontWeight: 700, marginBottom: '24px' }}>{name}</Text>
  )
}

function Sentences({ of, style }: { of: readonly string[]; style: typeof line }) {
  return of.map((sentence) => (
    <Text key={sentence} style={style}>
      {sentence}
    </Text>
  ))
}
