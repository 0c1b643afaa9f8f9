import { splitLegalText } from '@studiohub/contract/features/legal-texts/rules.ts'
import {
  PlatformLegalTexts,
  type SavedStudioTexts,
  StudioLegalTexts,
} from '@studiohub/contract/features/legal-texts/schema.ts'
import { type LegalKind, legalTitles } from '@studiohub/contract/features/legal-texts/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { ExternalLink, Pencil, X } from 'lucide-react'
import { type FormEventHandler, useId, useState } from 'react'
import { applySavedValues, useSchemaForm } from '#lib/forms/form.ts'
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

const queryTexts = {
  loadingText: 'Loading the legal texts...',
  skeleton: <SkeletonCard />,
  errorTitle: 'Failed to load the legal texts',
}

/** The legal texts of a studio, for its admins. */
export function StudioLegalTab({ studio }: { studio: Studio }) {
  const texts = useLegalTexts(studio.id)
  return (
    <QueryView query={texts} {...queryTexts}>
      {({ changed_at, ...savedTexts }) => <StudioForm studio={studio} savedTexts={savedTexts} changedAt={changed_at} />}
    </QueryView>
  )
}

type StudioFormProps = { studio: Studio; savedTexts: StudioLegalTexts; changedAt: ChangeTimes }

function StudioForm({ studio, savedTexts, changedAt }: StudioFormProps) {
  const form = useSchemaForm(StudioLegalTexts, savedTexts, { survivesLeaving: true })
  const update = useUpdateLegalTexts(studio.id)
  const submit = form.handleSubmit((texts) =>
    update.mutate(
      { ...texts, studio_id: studio.id },
      { onSuccess: ({ changed_at: _, ...newTexts }) => applySavedValues(form, newTexts) },
    ),
  )
  return (
    <LegalTextsForm
      description="The footer of your public page links to each text. Without a text there is no link."
      texts={listTexts(form, ['imprint', 'privacy'], savedTexts, (kind) => paths.studioLegal(studio.slug, kind))}
      changedAt={changedAt}
      isDirty={form.formState.isDirty}
      isPending={update.isPending}
      onDiscard={() => form.reset(savedTexts)}
      onSubmit={submit}
    />
  )
}

/** The legal texts of the platform, for its operators. */
export function PlatformLegalTab() {
  const texts = usePlatformLegalTexts()
  return (
    <QueryView query={texts} {...queryTexts}>
      {({ changed_at, ...savedTexts }) => (
        <div className="max-w-[52rem]">
          <PlatformForm savedTexts={savedTexts} changedAt={changed_at} />
        </div>
      )}
    </QueryView>
  )
}

function PlatformForm({ savedTexts, changedAt }: { savedTexts: PlatformLegalTexts; changedAt: ChangeTimes }) {
  const form = useSchemaForm(PlatformLegalTexts, savedTexts, { survivesLeaving: true })
  const update = useUpdatePlatformLegalTexts()
  const submit = form.handleSubmit((texts) =>
    update.mutate(texts, { onSuccess: ({ changed_at: _, ...newTexts }) => applySavedValues(form, newTexts) }),
  )
  return (
    <LegalTextsForm
      description="The footer of the platform's pages links to each text. Studios have their own texts."
      texts={listTexts(form, ['imprint', 'privacy', 'terms'], savedTexts, paths.legal)}
      changedAt={changedAt}
      isDirty={form.formState.isDirty}
      isPending={update.isPending}
      onDiscard={() => form.reset(savedTexts)}
      onSubmit={submit}
    />
  )
}

/** When each text was changed. */
type ChangeTimes = SavedStudioTexts['changed_at']

type EditedText = {
  kind: LegalKind
  text: string
  savedText: string
  /** The page with the saved text. It exists if the saved text is not empty. */
  href: string
  error: string | undefined
  field: object
}

/** What the rows need from a form that has these texts. */
type TextsForm<Kind extends LegalKind> = {
  watch: (kind: Kind) => string
  register: (kind: Kind) => object
  formState: { errors: { [kind in Kind]?: { message?: string | undefined } | undefined } }
}

/** The texts of a form, each with what its row shows. */
const listTexts = <Kind extends LegalKind>(
  { watch, register, formState: { errors } }: TextsForm<Kind>,
  kinds: readonly Kind[],
  savedTexts: Record<Kind, string>,
  hrefOf: (kind: Kind) => string,
): EditedText[] =>
  kinds.map((kind) => ({
    kind,
    text: watch(kind),
    savedText: savedTexts[kind],
    href: hrefOf(kind),
    error: errors[kind]?.message,
    field: register(kind),
  }))

type LegalTextsFormProps = Pick<SaveBarProps, 'isDirty' | 'isPending' | 'onDiscard'> & {
  description: string
  texts: readonly EditedText[]
  changedAt: ChangeTimes
  onSubmit: FormEventHandler
}

/** One row per text. A long text does not hide the others, because at most one editor is open. */
function LegalTextsForm({ description, texts, changedAt, onSubmit, ...bar }: LegalTextsFormProps) {
  const [openKind, setOpenKind] = useState<LegalKind | null>(null)
  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-6">
      {/* On a phone the tab or select above already has this title. */}
      <Card title="Legal texts" description={description} className="max-md:[&_h2]:sr-only">
        <ul className="grid grid-cols-1 divide-y divide-border border-t border-border">
          {texts.map((edited) => (
            <TextRow
              key={edited.kind}
              edited={edited}
              changedAt={changedAt[edited.kind]}
              // An error must be visible, also in a text that was closed before saving.
              isOpen={edited.kind === openKind || edited.error !== undefined}
              onToggle={() => setOpenKind(edited.kind === openKind ? null : edited.kind)}
            />
          ))}
        </ul>
      </Card>
      <SaveBar {...bar} conflicts={[]} onResolve={() => undefined} />
    </form>
  )
}

// On a phone only the icon is visible, on wider screens only the text.
const phoneIconClasses = 'relative max-md:size-11 max-md:p-0 md:[&_svg]:hidden'

type TextRowProps = { edited: EditedText; changedAt: string | undefined; isOpen: boolean; onToggle: () => void }

function TextRow({ edited, changedAt, isOpen, onToggle }: TextRowProps) {
  const { kind, text, savedText, href, error, field } = edited
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
            <ButtonLink look="quiet" size="small" className={phoneIconClasses}>
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

/** The first paragraph in one line; of a text with only headings, the first one. */
function describeBeginning(text: string) {
  const paragraphs = splitLegalText(text)
  const first = paragraphs.find((paragraph) => paragraph.text)?.text ?? paragraphs[0]?.heading
  return first?.replaceAll('\n', ', ')
}

function TextState({ text, savedText }: EditedText) {
  return (
    <p className="flex flex-wrap gap-x-3 text-muted-foreground empty:hidden">
      {text !== savedText && <span className="text-pending">Changed, not saved</span>}
      {!savedText && <span>Not published</span>}
    </p>
  )
}

/** The text with the headings and paragraphs of its page. */
function LegalPreview({ text }: { text: string }) {
  // Paragraphs have no ids, but the preview has no state that could move to another one.
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
