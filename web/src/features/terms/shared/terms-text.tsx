import { readTerms, type TermsBlock, type TermsSpan } from '@studiohub/contract/features/terms/rules.ts'
import { cx } from '#ui/cx.ts'

type TermsTextProps = {
  text: string
  /** The level of the text's first headings: one below the heading above them. */
  level: 2 | 3
  className?: string
}

/** The text of terms, formatted by React, so it cannot inject HTML. */
export function TermsText({ text, level, className }: TermsTextProps) {
  return (
    <div className={cx('grid gap-3 text-sm wrap-anywhere', className)}>
      {withKeys(readTerms(text)).map(({ key, item }) => (
        <Block key={key} block={item} level={level} />
      ))}
    </div>
  )
}

const headings = { 2: { 1: 'h2', 2: 'h3', 3: 'h4' }, 3: { 1: 'h3', 2: 'h4', 3: 'h5' } } as const
const sizes = { 1: 'text-lg', 2: 'text-base', 3: 'text-sm' } as const

function Block({ block, level }: { block: TermsBlock; level: 2 | 3 }) {
  if (block.kind === 'heading') {
    const Tag = headings[level][block.level]
    return (
      <Tag className={cx('font-semibold', sizes[block.level])}>
        <Spans spans={block.spans} />
      </Tag>
    )
  }
  if (block.kind === 'paragraph') {
    return (
      <p>
        {withKeys(block.lines).map(({ key, item }) => (
          <span key={key} className="block">
            <Spans spans={item} />
          </span>
        ))}
      </p>
    )
  }
  const items = withKeys(block.items).map(({ key, item }) => (
    <li key={key}>
      <Spans spans={item} />
    </li>
  ))
  return block.isNumbered ? (
    <ol start={block.start} className="grid list-decimal gap-1 pl-6">
      {items}
    </ol>
  ) : (
    <ul className="grid list-disc gap-1 pl-6">{items}</ul>
  )
}

const Spans = ({ spans }: { spans: readonly TermsSpan[] }) =>
  withKeys(spans).map(({ key, item }) => <Span key={key} span={item} />)

function Span({ span: { style, text, href } }: { span: TermsSpan }) {
  if (style === 'bold') return <strong className="font-semibold">{text}</strong>
  if (style === 'italic') return <em>{text}</em>
  if (style === 'plain' || !href) return text
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="text-link underline underline-offset-4">
      {text}
    </a>
  )
}

/** Adds the index of each item as its key. The items have no ids, but their order never changes. */
const withKeys = <Item,>(list: readonly Item[]) => list.map((item, index) => ({ key: String(index), item }))
