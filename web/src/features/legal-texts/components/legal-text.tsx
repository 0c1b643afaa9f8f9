import { formatPlaceholder } from '@studiohub/contract/shared/placeholders.ts'
import { cx } from '#ui/cx.ts'

// The server inserts a studio's terms as HTML without classes, so these classes style its elements.
const headingClasses =
  '[&_h2]:mt-2 [&_h2]:font-display [&_h2]:text-lg [&_h2]:font-semibold [&_h3]:font-semibold [&_h4]:font-semibold'
const listClasses =
  '[&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1 [&_ul]:pl-6 [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-1 [&_ol]:pl-6 [&_a]:text-link [&_a]:underline [&_a]:underline-offset-4'

const paragraph = (field: string) => formatPlaceholder('paragraph', field)

const part = (field: string) => formatPlaceholder('part', field)

/**
 * A legal text on its page. The server fills in the title, and repeats the section for each paragraph. @param isWide begins
 * where a wide header and footer do
 */
export function LegalText({ isWide = false }: { isWide?: boolean }) {
  return (
    <article
      className={cx(
        'mx-auto grid w-full grid-cols-1 gap-6 px-4 py-12 md:px-8 md:py-16',
        isWide ? 'max-w-6xl *:max-w-xl' : 'max-w-3xl',
      )}
    >
      <header className="grid gap-1">
        <h1 className="font-display text-2xl font-semibold">{formatPlaceholder('page', 'legal_title')}</h1>
        <p data-when="legal_version" className="text-sm text-muted-foreground">
          {formatPlaceholder('page', 'legal_version')}
        </p>
      </header>
      <section data-each="paragraph" className="grid gap-2">
        <h2 data-when="paragraph_heading" className="font-display text-lg font-semibold wrap-break-word">
          {paragraph('heading')}
        </h2>
        <p data-when="paragraph_text" className="whitespace-pre-line wrap-break-word">
          <span data-each="part">
            <a
              data-when="part_email"
              href={`mailto:${part('email')}`}
              className="inline-block text-link underline underline-offset-4 wrap-anywhere max-md:py-1.5"
            >
              {part('email')}
            </a>
            <span data-when="part_text">{part('text')}</span>
          </span>
        </p>
      </section>
      <div data-html="terms" className={cx('grid gap-4 wrap-anywhere empty:hidden', headingClasses, listClasses)} />
    </article>
  )
}
