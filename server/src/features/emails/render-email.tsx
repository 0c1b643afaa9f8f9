/** @jsxRuntime automatic */
// Sets the JSX runtime here, because tools that run this file from another folder do not read our tsconfig.
import { render } from '@react-email/render'
import { type EmailContent, footerSentences, paragraphsWithGreeting } from './email-content.ts'
import { EmailPage } from './email-page.tsx'
import type { EmailFact } from './wording.ts'

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
    ...paragraphsWithGreeting(content),
    ...(facts.length > 0 ? [facts.map(formatFact).join('\n')] : []),
    ...details,
    ...quotes.flatMap(({ author, paragraphs }) => (author ? [`${author}:`, ...paragraphs] : paragraphs)),
    ...(links ? [links.before, ...links.items.map(({ label, url }) => `${label}:\n${url}`)] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(secondaryLink ? [`${secondaryLink.before}\n${secondaryLink.url}`] : []),
    ...(code ? [`${code.before}\n\n    ${code.digits}`] : []),
    ...footerSentences(content),
    ...(stopLink ? [`${stopLink.label}:\n${stopLink.url}`] : []),
    `-- \n${sender.name}`,
  ].join('\n\n')
}

const formatFact = ({ name, text, link }: EmailFact) => `${name}: ${text}${link ? `\n${link.label}: ${link.url}` : ''}`
