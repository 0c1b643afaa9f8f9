import type { OpenTerms } from '@studiohub/contract/features/terms/schema.ts'
import { ChevronRight, CircleAlert } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { paths } from '#paths.ts'
import { cx } from '#ui/cx.ts'
import { TermsText } from './terms-text.tsx'
import type { AcceptanceState } from './use-acceptance.ts'

const SignatureField = lazy(async () => ({ default: (await import('./signature-field.tsx')).SignatureField }))

type AcceptTermsProps = {
  terms: OpenTerms
  /** With a slug, the text of the checkbox links to the public page of the terms. */
  studio: { name: string; slug?: string }
  acceptance: AcceptanceState
  /** Whether the person has tried to continue. Only then the form shows errors. */
  isSubmitted: boolean
  error?: string | undefined
  /** Whether the page already shows the text. */
  hasText?: boolean
  /** The level of the first headings of the text. */
  level?: 2 | 3
}

/** A checkbox to accept the terms of a studio, a button that opens their text in place, and a signature if it is needed. */
export function AcceptTerms(props: AcceptTermsProps) {
  const { terms, studio, acceptance, isSubmitted, error, hasText = false, level = 3 } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const errorText = isSubmitted && !acceptance.isAccepted ? 'Please read and accept the terms first' : error
  return (
    <div className="grid gap-2">
      <div className="grid justify-items-start">
        <label className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={acceptance.isAccepted}
            onChange={({ target }) => acceptance.setAccepted(target.checked)}
            aria-invalid={Boolean(errorText)}
            aria-describedby={errorText ? `${id}-error` : undefined}
            className="size-4 shrink-0 accent-primary"
          />
          <span>
            I have read and accept the <TermsName studio={studio} />
          </span>
        </label>
        {!hasText && <ReadButton isOpen={isOpen} controls={`${id}-text`} onClick={() => setOpen(!isOpen)} />}
      </div>
      {isOpen && (
        <section
          id={`${id}-text`}
          aria-label={`Terms of ${studio.name}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls, so the keyboard must reach it
          tabIndex={0}
          className="max-h-72 overflow-y-auto rounded-md border border-border bg-raised p-4"
        >
          <TermsText text={terms.text} level={level} />
        </section>
      )}
      {errorText && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-sm text-cancelled">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {errorText}
        </p>
      )}
      {terms.needs_signature && (
        <Suspense fallback={null}>
          <SignatureField
            name={acceptance.name}
            onName={acceptance.setName}
            onDrawing={acceptance.setDrawing}
            error={isSubmitted && acceptance.signature?.name === '' ? 'Please enter your name' : undefined}
          />
        </Suspense>
      )}
    </div>
  )
}

type ReadButtonProps = { isOpen: boolean; controls: string; onClick: () => void }

/** Shows and hides the text of the terms. It begins where the text of the checkbox does. */
const ReadButton = ({ isOpen, controls, onClick }: ReadButtonProps) => (
  <button
    type="button"
    aria-expanded={isOpen}
    aria-controls={isOpen ? controls : undefined}
    onClick={onClick}
    className="ml-6.5 flex min-h-8 items-center gap-1 text-sm text-link underline underline-offset-4 max-md:min-h-11"
  >
    <ChevronRight aria-hidden className={cx('size-4 shrink-0 transition duration-150', isOpen && 'rotate-90')} />
    {isOpen ? 'Hide the terms' : 'Read the terms'}
  </button>
)

function TermsName({ studio: { name, slug } }: Pick<AcceptTermsProps, 'studio'>) {
  if (slug === undefined) return `terms of ${name}`
  return (
    <a
      href={paths.studioLegal(slug, 'terms')}
      target="_blank"
      rel="noopener"
      className="text-link underline underline-offset-4"
    >
      terms of {name}
    </a>
  )
}
