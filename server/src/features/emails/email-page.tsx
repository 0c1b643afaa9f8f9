/** @jsxRuntime automatic */
// Sets the JSX runtime here, because tools that run this file from another folder do not read our tsconfig.
import type { ReactNode } from 'react'
import { Body, Button, Container, Head, Heading, Hr, Html, Img, Link, Preview, Section, Text } from 'react-email'
import {
  type EmailBranding,
  type EmailContent,
  footerSentences,
  paragraphsWithGreeting,
  type Quote,
} from './email-content.ts'
import {
  buttonStyle,
  darkColors,
  digitsStyle,
  factsStyle,
  fontFamily,
  footerStyle,
  headingStyle,
  LINE_COLOR,
  LINK_COLOR,
  MUTED_COLOR,
  nameStyle,
  PAGE_COLOR,
  paragraphStyle,
  phoneStyles,
  SHEET_COLOR,
  TEXT_COLOR,
  valueStyle,
  valueStyles,
} from './email-styles.ts'
import type { EmailFact } from './wording.ts'

/** An email as HTML. */
export function EmailPage({ content }: { content: EmailContent }) {
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
      <Heading as="h1" className="ink" style={headingStyle}>
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
      <Sentences texts={paragraphsWithGreeting(content)} />
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
        <Paragraph>
          {secondaryLink.before} <TextLink href={secondaryLink.url}>{secondaryLink.label}</TextLink>
        </Paragraph>
      )}
      {code && (
        <Section>
          <Paragraph>{code.before}</Paragraph>
          <Text className="ink digits" style={digitsStyle}>
            {code.digits}
          </Text>
        </Section>
      )}
    </>
  )
}

function EmailFooter({ content }: { content: EmailContent }) {
  const { stopLink, sender } = content
  return (
    <>
      <Hr className="line" style={{ borderTop: `1px solid ${LINE_COLOR}`, margin: '28px 0 16px' }} />
      <Text className="ink" style={{ ...footerStyle, color: TEXT_COLOR, fontWeight: 600, wordBreak: 'break-word' }}>
        {sender.name}
      </Text>
      {footerSentences(content).map((sentence) => (
        <FooterLine key={sentence}>{sentence}</FooterLine>
      ))}
      {stopLink && (
        <FooterLine>
          <TextLink href={stopLink.url}>{stopLink.label}</TextLink>
        </FooterLine>
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

/** Keeps the last word of '(Berlin time)' on the line of the first. */
const keepZone = (text: string) => text.replaceAll(' time)', '\u00a0time)')

/** The facts as rows of a box. */
function Facts({ facts }: { facts: readonly EmailFact[] }) {
  return (
    <table role="presentation" className="panel" cellPadding="0" cellSpacing="0" style={factsStyle}>
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
    <Paragraph>
      {before}
      {items.map(({ label, url }) => (
        <span key={url}>
          <br />
          <TextLink href={url}>{label}</TextLink>
        </span>
      ))}
    </Paragraph>
  )
}

const Sentences = ({ texts }: { texts: readonly string[] }) =>
  texts.map((sentence) => <Paragraph key={sentence}>{sentence}</Paragraph>)

const Paragraph = ({ children }: { children: ReactNode }) => (
  <Text className="ink" style={paragraphStyle}>
    {children}
  </Text>
)

const FooterLine = ({ children }: { children: ReactNode }) => (
  <Text className="faint" style={footerStyle}>
    {children}
  </Text>
)
