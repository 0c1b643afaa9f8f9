import { paths } from '#paths.ts'
import type { Block, Section } from '../content/article.ts'
import { sectionId } from '../model/section-id.ts'

/** The text of an article with its headings. */
export function ArticleBody({ sections }: { sections: readonly Section[] }) {
  return sections.map(({ title, blocks }) => (
    <section key={title} id={sectionId(title)} className="grid scroll-mt-20 gap-4">
      <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
      {blocks.map((block) => (
        <BlockView key={JSON.stringify(block)} block={block} />
      ))}
    </section>
  ))
}

function BlockView({ block }: { block: Block }) {
  if ('steps' in block) return <List items={block.steps} ordered />
  if ('points' in block) return <List items={block.points} />
  if ('code' in block) return <Code text={block.code} />
  return (
    <p>
      <Text text={block.text} />
    </p>
  )
}

function List({ items, ordered = false }: { items: readonly string[]; ordered?: boolean }) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag className={ordered ? 'grid list-decimal gap-2 pl-6' : 'grid list-disc gap-2 pl-6'}>
      {items.map((item) => (
        <li key={item} className="pl-1 marker:text-muted-foreground">
          <Text text={item} />
        </li>
      ))}
    </Tag>
  )
}

const Code = ({ text }: { text: string }) => (
  <pre className="rounded-md border border-border bg-card p-4 text-sm wrap-anywhere whitespace-pre-wrap">
    <code>{text}</code>
  </pre>
)

const linkedPaths: readonly string[] = [paths.apiReference, paths.apiDescription, paths.partnership]

/** Text with code between backticks. Code that is the path of a page becomes a link. */
function Text({ text }: { text: string }) {
  return text.split('`').map((part, index) => {
    if (index % 2 === 0) return part
    const code = (
      <code key={part} className="rounded-md bg-muted px-1.5 py-0.5 text-[0.9em]">
        {part}
      </code>
    )
    if (!linkedPaths.includes(part)) return code
    return (
      <a key={part} href={part} className="text-link underline underline-offset-4">
        {code}
      </a>
    )
  })
}
