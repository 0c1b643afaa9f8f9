import { splitLegalText } from '@studiohub/contract/features/legal-texts/rules.ts'
import {
  PlatformLegalTexts,
  type SavedPlatformTexts,
  type SavedStudioTexts,
  StudioLegalTexts,
} from '@studiohub/contract/features/legal-texts/schema.ts'
import { type LegalKind, legalTitles } from '@studiohub/contract/features/legal-texts/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { ExternalLink, Pencil, X } from 'lucide-react'
import { type FormEventHandler, useId, useState } from 'react'
import { useSchemaForm } from '#lib/forms/form.ts'
import { formatDateOf } from '#lib/page/time.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormattedTextField } from '#ui/formatted-text-field.tsx'
import { Textarea } from '#ui/input.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { SaveBar, type SaveBarProps } from '#ui/save-bar.tsx'
import { SkeletonCard } from '#ui/skeleton-shapes.tsx'
import { useLegalTexts, usePlatformLegalTexts, useUpdateLegalTexts, useUpdatePlatformLegalTexts } from '../api.ts'
import { useLegalForm } from '../hooks/use-legal-form.ts'
import { describeBeginning } from '../model/text-conflicts.ts'

const queryTexts = {
  loadingText: 'Loading the legal texts...',
  skeleton: <SkeletonCard />,
  errorTitle: 'Failed to load the legal texts',
}

const toStudioFields = ({ imprint, privacy, version }: SavedStudioTexts) => ({ version, fields: { imprint, privacy } })

/** The legal texts of a studio, for its admins. */
export function StudioLegalTab({ studio }: { studio: Studio }) {
  const texts = useLegalTexts(studio.id)
  return (
    <QueryView query={texts} {...queryTexts}>
      {(saved) => <StudioForm studio={studio} saved={saved} />}
    </QueryView>
  )
}

function StudioForm({ studio, saved }: { studio: Studio; saved: SavedStudioTexts }) {
  const form = useSchemaForm(StudioLegalTexts, toStudioFields(saved).fields)
  const { submit, bar } = useLegalForm({
    form,
    draftName: `legal.${studio.id}`,
    saved,
    toSavedFields: toStudioFields,
    update: useUpdateLegalTexts(studio.id),
    refetch: useLegalTexts(studio.id).refetch,
  })
  return (
    <LegalTextsForm
      description="The footer of your public page links to each text. Without a text there is no link."
      texts={listTexts(form, ['imprint', 'privacy'], saved, (kind) => paths.studioLegal(studio.slug, kind))}
      bar={bar}
      onSubmit={submit}
    />
  )
}

const toPlatformFields = ({ imprint, privacy, terms, version }: SavedPlatformTexts) => ({
  version,
  fields: { imprint, privacy, terms },
})

/** The legal texts of the platform, for its operators. */
export function PlatformLegalTab() {
  const texts = usePlatformLegalTexts()
  return (
    <QueryView query={texts} {...queryTexts}>
      {(saved) => <PlatformForm saved={saved} />}
    </QueryView>
  )
}

function PlatformForm({ saved }: { saved: SavedPlatformTexts }) {
  const form = useSchemaForm(PlatformLegalTexts, toPlatformFields(saved).fields)
  const { submit, bar } = useLegalForm({
    form,
    draftName: 'legal.platform',
    saved,
    toSavedFields: toPlatformFields,
    update: useUpdatePlatformLegalTexts(),
    refetch: usePlatformLegalTexts().refetch,
  })
  return (
    <LegalTextsForm
      hasTabTitle
      description="The footer of the platform's pages links to each text. Studios have their own texts."
      texts={listTexts(form, ['imprint', 'privacy', 'terms'], saved, paths.legal)}
      bar={bar}
      onSubmit={submit}
    />
  )
}

type EditedText = {
  kind: LegalKind
  text: string
  savedText: string
  isChanged: boolean
  changedAt: string | undefined
  /** The page with the saved text. It exists if the saved text is not empty. */
  href: string
  error: string | undefined
  field: object
}

/** What the rows need from a form that has these texts. */
type TextsForm<Kind extends LegalKind> = {
  watch: (kind: Kind) => string
  register: (kind: Kind) => object
  formState: {
    errors: { [kind in Kind]?: { message?: string | undefined } | undefined }
    dirtyFields: { [kind in Kind]?: boolean | undefined }
  }
}

/** The texts of a form, each with what its row shows. */
const listTexts = <Kind extends LegalKind>(
  { watch, register, formState: { errors, dirtyFields } }: TextsForm<Kind>,
  kinds: readonly Kind[],
  saved: Record<Kind, string> & Pick<SavedStudioTexts, 'changed_at'>,
  hrefOf: (kind: Kind) => string,
): EditedText[] =>
  kinds.map((kind) => ({
    kind,
    text: watch(kind),
    savedText: saved[kind],
    isChanged: dirtyFields[kind] === true,
    changedAt: saved.changed_at[kind],
    href: hrefOf(kind),
    error: errors[kind]?.message,
    field: register(kind),
  }))

type LegalTextsFormProps = {
  /** Whether a tab above has the title on wide screens too. */
  hasTabTitle?: boolean
  description: string
  texts: readonly EditedText[]
  bar: SaveBarProps
  onSubmit: FormEventHandler
}

/** One row per text. A long text does not hide the others, because at most one editor is open. */
function LegalTextsForm({ hasTabTitle = false, description, texts, bar, onSubmit }: LegalTextsFormProps) {
  const [openKind, setOpenKind] = useState<LegalKind | null>(null)
  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-6">
      {/* On a phone the tab or select above already has this title. */}
      <Card
        title="Legal texts"
        description={description}
        className={hasTabTitle ? '[&_h2]:sr-only' : 'max-md:[&_h2]:sr-only'}
      >
        <ul className="grid grid-cols-1 divide-y divide-border border-t border-border">
          {texts.map((edited) => (
            <TextRow
              key={edited.kind}
              edited={edited}
              // An error must be visible, also in a text that was closed before saving.
              isOpen={edited.kind === openKind || edited.error !== undefined}
              onToggle={() => setOpenKind(edited.kind === openKind ? null : edited.kind)}
            />
          ))}
        </ul>
      </Card>
      <SaveBar {...bar} />
    </form>
  )
}

// On a phone only the icon is visible, on wider screens only the text.
const phoneIconClasses = 'relative max-md:size-11 max-md:p-0 md:[&_svg]:hidden'

type TextRowProps = { edited: EditedText; isOpen: boolean; onToggle: () => void }

function TextRow({ edited, isOpen, onToggle }: TextRowProps) {
  const { kind, text, savedText, changedAt, href, error, field } = edited
  const title = legalTitles[kind]
  const id = useId()
  return (
    <li className="grid grid-cols-1 gap-4 py-3 last:pb-0">
      <div className="flex items-center justify-between gap-4">
        <div className="grid min-w-0 gap-0.5 text-sm">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h3 className="font-medium">{title}</h3>
            <TextState {...edited} />
            {savedText && !isOpen && changedAt && (
              <p className="text-muted-foreground max-md:basis-full md:text-xs">Changed {formatDateOf(changedAt)}</p>
            )}
          </div>
          {/* A phone has no space for a sentence of the text. */}
          {savedText && !isOpen && (
            <p className="line-clamp-1 text-muted-foreground max-md:hidden">{describeBeginning(savedText)}</p>
          )}
        </div>
        <div className="flex shrink-0 items-center gap-1 md:gap-3">
          {savedText && (
            <ButtonLink look="link" size="small" className={phoneIconClasses}>
              <a href={href} target="_blank" rel="noopener">
                <ExternalLink aria-hidden />
                <span className="max-md:sr-only">Open the page</span>
                <span className="sr-only"> ({title})</span>
              </a>
            </ButtonLink>
          )}
          <Button
            look="secondary"
            size="small"
            className={phoneIconClasses}
            aria-expanded={isOpen}
            aria-disabled={error !== undefined}
            aria-controls={isOpen ? id : undefined}
            onClick={onToggle}
          >
            {isOpen ? <X aria-hidden /> : <Pencil aria-hidden />}
            <span className="max-md:sr-only">{isOpen ? 'Close' : 'Edit'}</span>
            <span className="sr-only"> {title}</span>
          </Button>
        </div>
      </div>
      {isOpen && (
        <div id={id}>
          <FormattedTextField
            label={`${title} text`}
            formats={['# Heading']}
            hint="An empty line begins a new paragraph."
            error={error}
            preview={text.trim() ? <LegalPreview text={text} /> : null}
          >
            {(control) => <Textarea {...control} {...field} rows={14} />}
          </FormattedTextField>
        </div>
      )}
    </li>
  )
}

function TextState({ isChanged, savedText }: EditedText) {
  return (
    <p className="flex flex-wrap gap-x-3 text-muted-foreground empty:hidden">
      {isChanged && <span className="text-pending">Changed, not saved</span>}
      {!savedText && <span>Not published</span>}
    </p>
  )
}

/** The text as its page shows it. */
function LegalPreview({ text }: { text: string }) {
  // The index is a safe key: paragraphs have no state.
  const paragraphs = splitLegalText(text).map((paragraph, index) => ({ key: String(index), ...paragraph }))
  return (
    <div className="grid gap-3">
      {paragraphs.map((paragraph) => (
        <div key={paragraph.key} className="grid gap-1">
          {paragraph.heading && <h3 className="text-base font-semibold">{paragraph.heading}</h3>}
          {paragraph.text && <p className="whitespace-pre-line">{paragraph.text}</p>}
        </div>
      ))}
    </div>
  )
}
