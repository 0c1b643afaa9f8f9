import { standInOf } from '@studiohub/contract/shared/stand-in.ts'

const paragraph = (field: string) => standInOf('paragraph', field)

/** A legal text on its page. The server fills in the title and repeats the paragraph. */
export function LegalText() {
  return (
    <article className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-12 md:px-8 md:py-16">
      <h1 className="font-display text-2xl font-semibold">{standInOf('page', 'legal_title')}</h1>
      <section data-each="paragraph" className="grid gap-2">
        <h2 data-when="paragraph_heading" className="font-display text-lg font-semibold wrap-break-word">
          {paragraph('heading')}
        </h2>
        <p data-when="paragraph_text" className="whitespace-pre-line wrap-break-word">
          {paragraph('text')}
        </p>
      </section>
    </article>
  )
}
