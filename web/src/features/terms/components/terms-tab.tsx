import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { NewTerms, type TermsVersion } from '@studiohub/contract/features/terms/schema.ts'
import { ExternalLink } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useServices } from '#features/resources/bookable-api.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { useSavedForm } from '#lib/forms/saved-form.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { hasCode } from '#lib/server/describe-error.ts'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FormattedTextField } from '#ui/formatted-text-field.tsx'
import { Textarea } from '#ui/input.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ConflictList, ResolveButtons } from '#ui/save-bar.tsx'
import { sectionTitleClasses } from '#ui/side-tabs.tsx'
import { SkeletonCard } from '#ui/skeleton-shapes.tsx'
import { Switch } from '#ui/switch.tsx'
import { useCreateTerms, useEndTerms, useTermsVersions } from '../api.ts'
import { DraftTerms, termsMerge, toSavedFields } from '../model/terms-form.ts'
import { TermsText } from '../shared/terms-text.tsx'

const Dialog = lazy(async () => ({ default: (await import('#ui/dialog.tsx')).Dialog }))

/** The terms of the studio: the text that clients accept, and all earlier versions. */
export function TermsTab({ studio }: { studio: Studio }) {
  const versions = useTermsVersions(studio.id)
  return (
    <QueryView
      query={versions}
      loadingText="Loading the terms..."
      skeleton={<SkeletonCard />}
      errorTitle="Failed to load the terms"
    >
      {(allVersions) => {
        const current = allVersions.find(({ ended_at }) => ended_at === null) ?? null
        return (
          <div className="grid gap-6">
            <TermsForm studio={studio} current={current} latest={allVersions[0] ?? null} />
            {allVersions.length > 0 && <Versions versions={allVersions} zone={studio.timezone} />}
          </div>
        )
      }}
    </QueryView>
  )
}

type TermsFormProps = { studio: Studio; current: TermsVersion | null; latest: TermsVersion | null }

function TermsForm({ studio, current, latest }: TermsFormProps) {
  const form = useSchemaForm(NewTerms, toSavedFields(latest).fields)
  const services = useServices(studio.id)
  const create = useCreateTerms()
  const { refetch } = useTermsVersions(studio.id)
  const { base, resetTo, conflicts, resolveConflicts } = useSavedForm({
    form,
    draftName: `terms.${studio.id}`,
    draftFields: DraftTerms,
    saved: useMemo(() => toSavedFields(latest), [latest]),
    isSaving: create.isPending,
    threeWay: termsMerge(new Map(services.data?.map(({ key, label }) => [key, label]))),
  })
  const hasConflicts = conflicts.length > 0
  const { register, formState, watch } = form
  const { text, needs_signature = false, signed_services = null } = watch()
  const isUnchanged =
    current !== null &&
    text.trim() === current.text &&
    needs_signature === current.needs_signature &&
    signed_services?.join() === current.signed_services?.join()
  const submit = form.handleSubmit((input) => {
    const sent = form.getValues()
    create.mutate(
      { ...input, studio_id: studio.id, based_on: base.version },
      {
        onSuccess: (published) => resetTo(toSavedFields(published), sent),
        onError: (error) => hasCode(error, 'STALE_VERSION') && void refetch(),
      },
    )
  })
  return (
    <Card
      title="Terms"
      className={sectionTitleClasses}
      description={
        current
          ? `Version ${current.number} is in use.`
          : 'Clients book without terms now. Publish a text, and they accept it when they book.'
      }
      action={current && studio.is_active && <PublicTerms slug={studio.slug} />}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <FormattedTextField
          label="Text"
          formats={['# Heading', '- Item', '1. Item', '**Bold**', '*Italic*', '[Link](https://example.com)']}
          error={formState.errors.text?.message}
          preview={text.trim() ? <TermsText text={text} level={3} /> : null}
        >
          {/* Low on phones, so that the button to publish is near. */}
          {(control) => <Textarea {...control} {...register('text')} rows={14} className="max-md:h-52" />}
        </FormattedTextField>
        <Switch
          label="Clients sign the terms"
          hint="They type their name, and can draw a signature. Both sides get the agreement as a PDF."
          checked={needs_signature}
          onChange={(isOn) => {
            form.setValue('needs_signature', isOn, { shouldDirty: true })
            if (!isOn) form.setValue('signed_services', null, { shouldDirty: true })
          }}
        />
        {needs_signature && services.data && (
          <CheckboxGroup
            label="Only for these services"
            hint="Leave empty for all services."
            choices={services.data.map(({ key, label }) => ({ value: key, label }))}
            chosen={signed_services ?? []}
            onChange={(keys) => form.setValue('signed_services', keys.length > 0 ? keys : null, { shouldDirty: true })}
          />
        )}
        {/* Without a place in the layout while it is empty, so that it adds no gap. */}
        <div role="status" className="empty:absolute">
          {hasConflicts && <ConflictList conflicts={conflicts} />}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {hasConflicts ? (
            <ResolveButtons onResolve={resolveConflicts} />
          ) : (
            <Button type="submit" pending={create.isPending} pendingText="Publishing..." disabled={isUnchanged}>
              {latest ? `Publish version ${latest.number + 1}` : 'Publish the terms'}
            </Button>
          )}
          {current && <EndTerms current={current} />}
        </div>
      </form>
    </Card>
  )
}

const PublicTerms = ({ slug }: { slug: string }) => (
  // On phones only the icon is visible, so that it fits beside the description.
  <ButtonLink look="secondary" className="max-md:size-11 max-md:p-0">
    <a href={paths.studioLegal(slug, 'terms')} target="_blank" rel="noopener">
      <span className="max-md:sr-only">View page</span>
      <ExternalLink aria-hidden />
    </a>
  </ButtonLink>
)

function EndTerms({ current }: { current: TermsVersion }) {
  const [isOpen, setOpen] = useState(false)
  const end = useEndTerms()
  return (
    <>
      <Button look="quiet-danger" className="ml-auto" onClick={() => setOpen(true)}>
        Stop using terms
      </Button>
      <ConfirmDialog
        open={isOpen}
        title="Stop using terms?"
        description="Clients then book without terms. All versions stay readable, and you can publish them again."
        cancelLabel="Keep the terms"
        confirmLabel="Stop asking"
        pendingLabel="Stopping..."
        isPending={end.isPending}
        onConfirm={() => end.mutate({ id: current.id }, { onSuccess: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

function Versions({ versions, zone }: { versions: readonly TermsVersion[]; zone: string }) {
  const [shownVersion, setShownVersion] = useState<TermsVersion | null>(null)
  return (
    <Card title="Versions" description="A version never changes. Each booking names the one that its client accepted.">
      <ul aria-label="Versions of the terms" className="grid divide-y divide-border">
        {versions.map((version) => (
          <li key={version.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
            <span className="font-medium">Version {version.number}</span>
            {version.ended_at === null && <Badge>Current</Badge>}
            {version.needs_signature && <Badge>Signed</Badge>}
            <span className="flex-1 text-muted-foreground tabular-nums">{formatDates(version, zone)}</span>
            <Button look="quiet" size="small" onClick={() => setShownVersion(version)}>
              Read<span className="sr-only"> version {version.number}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {shownVersion && (
          <Dialog
            open
            onOpenChange={(open) => !open && setShownVersion(null)}
            title={`Terms, version ${shownVersion.number}`}
          >
            <TermsText text={shownVersion.text} level={3} />
          </Dialog>
        )}
      </Suspense>
    </Card>
  )
}

function formatDates({ published_at, ended_at }: TermsVersion, zone: string) {
  const from = formatDateTime(published_at, zone)
  return ended_at === null ? `since ${from}` : `${from} to ${formatDateTime(ended_at, zone)}`
}
