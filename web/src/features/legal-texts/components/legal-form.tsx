import { PlatformLegalTexts, StudioLegalTexts } from '@studiohub/contract/features/legal-texts/schema.ts'
import { type LegalKind, legalTitles } from '@studiohub/contract/features/legal-texts/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import type { ReactNode } from 'react'
import { applySavedValues, useSchemaForm } from '#lib/forms/form.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/input.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useLegalTexts, usePlatformLegalTexts, useUpdateLegalTexts, useUpdatePlatformLegalTexts } from '../api.ts'

const queryTexts = { loadingText: 'Loading the legal texts...', errorTitle: 'Error loading legal texts' }

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
  const form = useSchemaForm(StudioLegalTexts, savedTexts)
  const update = useUpdateLegalTexts(studio.id)
  const submit = form.handleSubmit((texts) =>
    update.mutate({ ...texts, studio_id: studio.id }, { onSuccess: (newTexts) => applySavedValues(form, newTexts) }),
  )
  const { register, formState } = form
  return (
    <LegalCard description="The footer of your public page links to each text. Without a text there is no link.">
      <form noValidate onSubmit={submit} className="grid gap-5">
        {(['imprint', 'privacy'] as const).map((kind) => (
          <TextField
            key={kind}
            kind={kind}
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
      {(savedTexts) => <PlatformForm savedTexts={savedTexts} />}
    </QueryView>
  )
}

function PlatformForm({ savedTexts }: { savedTexts: PlatformLegalTexts }) {
  const form = useSchemaForm(PlatformLegalTexts, savedTexts)
  const update = useUpdatePlatformLegalTexts()
  const submit = form.handleSubmit((texts) =>
    update.mutate(texts, { onSuccess: (newTexts) => applySavedValues(form, newTexts) }),
  )
  const { register, formState } = form
  return (
    <LegalCard description="The footer of the platform's pages links to each text. Studios have their own texts.">
      <form noValidate onSubmit={submit} className="grid gap-5">
        {(['imprint', 'privacy', 'terms'] as const).map((kind) => (
          <TextField
            key={kind}
            kind={kind}
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
    <div className="max-w-2xl">
      <Card title="Legal texts" description={description}>
        {children}
      </Card>
    </div>
  )
}

type TextFieldProps = {
  kind: LegalKind
  /** The page with the saved text; empty if there is none. */
  href: string
  error: string | undefined
  field: object
}

function TextField({ kind, href, error, field }: TextFieldProps) {
  return (
    <Field
      label={legalTitles[kind]}
      hint="Empty lines separate paragraphs. A line that begins with # is a heading."
      error={error}
      labelAction={
        href ? (
          <a href={href} target="_blank" rel="noopener" className="text-sm text-link underline underline-offset-4">
            Open the page<span className="sr-only">: {legalTitles[kind]}</span>
          </a>
        ) : undefined
      }
    >
      {(control) => <Textarea {...control} {...field} rows={8} />}
    </Field>
  )
}

const SaveButton = ({ isPending, isDirty }: { isPending: boolean; isDirty: boolean }) => (
  <Button type="submit" className="justify-self-start" pending={isPending} pendingText="Saving..." disabled={!isDirty}>
    Save legal texts
  </Button>
)
