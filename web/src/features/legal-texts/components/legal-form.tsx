import { splitLegalText } from '@studiohub/contract/features/legal-texts/rules.ts'
import { PlatformLegalTexts, StudioLegalTexts } from '@studiohub/contract/features/legal-texts/schema.ts'
import { type LegalKind, legalTitles } from '@studiohub/contract/features/legal-texts/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import type { ReactNode } from 'react'
import { applySavedValues, useSchemaForm } from '#lib/forms/form.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormattedTextField } from '#ui/formatted-text-field.tsx'
import { Textarea } from '#ui/input.tsx'
import { QueryView } from '#ui/query-view.tsx'
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
      {(savedTexts) => <StudioForm studio={studio} savedTexts={savedTexts} />}
    </QueryView>
  )
}

function StudioForm({ studio, savedTexts }: { studio: Studio; savedTexts: StudioLegalTexts }) {
  const form = useSchemaForm(StudioLegalTexts, savedTexts, { survivesLeaving: true })
  const update = useUpdateLegalTexts(studio.id)
  const submit = form.handleSubmit((texts) =>
    update.mutate({ ...texts, studio_id: studio.id }, { onSuccess: (newTexts) => applySavedValues(form, newTexts) }),
  )
  const { register, formState, watch } = form
  return (
    <LegalCard description="The footer of your public page links to each text. Without a text there is no link.">
      <form noValidate onSubmit={submit} className="grid gap-5">
        {(['imprint', 'privacy'] as const).map((kind) => (
          <TextField
            key={kind}
            kind={kind}
            text={watch(kind)}
            href={savedTexts[kind] && paths.studioLegal(studio.slug, kind)}
            error={formState.errors[kind]?.message}
            field={register(kind)}
          />
        ))}
        <SaveButton isPending={update.isPending} isDirty={formState.isDirty} />
      </form>
    </LegalCard>
  )
}

/** The legal texts of the platform, for its operators. */
export function PlatformLegalTab() {
  const texts = usePlatformLegalTexts()
  return (
    <QueryView query={texts} {...queryTexts}>
      {(savedTexts) => (
        <div className="max-w-[52rem]">
          <PlatformForm savedTexts={savedTexts} />
        </div>
      )}
    </QueryView>
  )
}

function PlatformForm({ savedTexts }: { savedTexts: PlatformLegalTexts }) {
  const form = useSchemaForm(PlatformLegalTexts, savedTexts, { survivesLeaving: true })
  const update = useUpdatePlatformLegalTexts()
  const submit = form.handleSubmit((texts) =>
    update.mutate(texts, { onSuccess: (newTexts) => applySavedValues(form, newTexts) }),
  )
  const { register, formState, watch } = form
  return (
    <LegalCard description="The footer of the platform's pages links to each text. Studios have their own texts.">
      <form noValidate onSubmit={submit} className="grid gap-5">
        {(['imprint', 'privacy', 'terms'] as const).map((kind) => (
          <TextField
            key={kind}
            kind={kind}
            text={watch(kind)}
            href={savedTexts[kind] && paths.legal(kind)}
            error={formState.errors[kind]?.message}
            field={register(kind)}
          />
        ))}
        <SaveButton isPending={update.isPending} isDirty={formState.isDirty} />
      </form>
    </LegalCard>
  )
}

function LegalCard({ description, children }: { description: string; children: ReactNode }) {
  return (
    <Card title="Legal texts" description={description}>
      {children}
    </Card>
  )
}

type TextFieldProps = {
  kind: LegalKind
  text: string
  /** The page with the saved text; empty if there is none. */
  href: string
  error: string | undefined
  field: object
}

function TextField({ kind, text, href, error, field }: TextFieldProps) {
  const label = legalTitles[kind]
  return (
    <FormattedTextField
      label={label}
      formats={['# Heading']}
      hint="An empty line begins a new paragraph."
      error={error}
      preview={text.trim() ? <LegalPreview text={text} /> : null}
      action={
        href ? (
          <a href={href} target="_blank" rel="noopener" className="text-sm text-link underline underline-offset-4">
            Open the page<span className="sr-only">: {label}</span>
          </a>
        ) : (
          <span className="text-sm text-muted-foreground">Not published</span>
        )
      }
    >
      {(control) => <Textarea {...control} {...field} rows={href ? 10 : 4} />}
    </FormattedTextField>
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

const SaveButton = ({ isPending, isDirty }: { isPending: boolean; isDirty: boolean }) => (
  <Button type="submit" className="justify-self-start" pending={isPending} pendingText="Saving..." disabled={!isDirty}>
    Save legal texts
  </Button>
)
