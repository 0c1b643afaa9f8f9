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
      {keyed(readTerms(text)).map(({ key, one }) => (
        <Block key={key} block={one} level={level} />
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
        {keyed(block.lines).map(({ key, one }) => (
          <span key={key} className="block">
            <Spans spans={one} />
          </span>
        ))}
      </p>
    )
  }
  const items = keyed(block.items).map(({ key, one }) => (
    <li key={key}>
      <Spans spans={one} />
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
  keyed(spans).map(({ key, one }) => <Span key={key} span={one} />)

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

/** The parts have no ids, but their order never changes, so the index is the key. */
const keyed = <Each,>(list: readonly Each[]) => list.map((one, place) => ({ key: String(place), one }))
