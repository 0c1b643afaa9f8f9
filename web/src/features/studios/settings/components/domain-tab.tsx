import { NewStudioDomain, type Studio, type StudioDomain } from '@studiohub/contract/features/studios/schema.ts'
import { Check } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { applySavedValues, useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SkeletonCard } from '#ui/skeleton-shapes.tsx'
import { useDomain, useDomainSteps } from '../api.ts'

const SenderCard = lazy(async () => ({ default: (await import('./sender-card.tsx')).SenderCard }))

/** The studio's own domain: name and verification, and the address of its emails. */
export function DomainTab({ studio }: { studio: Studio }) {
  const domain = useDomain(studio.id)
  return (
    <div className="grid gap-6">
      <QueryView
        query={domain}
        loadingText="Loading the domain..."
        skeleton={<SkeletonCard />}
        errorTitle="Error loading settings"
      >
        {(loadedDomain) => (
          <div className="grid gap-6">
            <NameCard key={loadedDomain.custom_domain} studio={studio} domain={loadedDomain} />
            {loadedDomain.record && !loadedDomain.domain_verified_at && (
              <ProofCard studio={studio} record={loadedDomain.record} />
            )}
            {loadedDomain.address && <AddressCard address={loadedDomain.address} />}
          </div>
        )}
      </QueryView>
      <Suspense fallback={<Skeleton className="h-48" />}>
        <SenderCard studio={studio} />
      </Suspense>
    </div>
  )
}

function NameCard({ studio, domain }: { studio: Studio; domain: StudioDomain }) {
  const { update, remove } = useDomainSteps(studio.id)
  const form = useSchemaForm(NewStudioDomain, { custom_domain: domain.custom_domain ?? '' }, { survivesLeaving: true })
  const { errors, isDirty } = form.formState
  const submit = form.handleSubmit((values) => {
    const sent = form.getValues()
    update.mutate(
      { studio_id: studio.id, ...values },
      {
        onSuccess: ({ custom_domain: saved }) => applySavedValues(form, { custom_domain: saved ?? '' }, sent),
        onError: (error) => showFieldErrors(form, ['custom_domain'], error),
      },
    )
  })
  const { custom_domain, domain_verified_at } = domain
  return (
    <Card
      title="Your own domain"
      description="Your clients sign in, book and get emails under your own domain."
      {...(custom_domain && {
        action: domain_verified_at ? (
          <Badge tone="confirmed">Verified</Badge>
        ) : (
          <Badge tone="pending">Not verified yet</Badge>
        ),
      })}
    >
      {!domain_verified_at && <Steps isSaved={Boolean(custom_domain)} />}
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label="Domain"
          hint={`Such as book.yourstudio.com. ${custom_domain ? 'A new domain must be verified again.' : "We'll show you how to verify it."}`}
          error={errors.custom_domain?.message}
        >
          {(control) => (
            <Input {...control} {...form.register('custom_domain')} autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={!isDirty} pending={update.isPending} pendingText="Saving...">
            Save domain
          </Button>
          {custom_domain && (
            <Button
              look="quiet"
              onClick={() => remove.mutate({ studio_id: studio.id })}
              pending={remove.isPending}
              pendingText="Removing..."
            >
              Remove domain
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}

const steps = [
  { title: 'Save the domain', text: 'Enter a subdomain of a domain that you own.' },
  { title: 'Add the record', text: 'We show you a TXT record. Add it where you manage your domain.' },
  { title: 'Verify', text: 'We look for the record. Then your clients use your domain.' },
]

/** What to do for a domain, with the current step marked. */
const Steps = ({ isSaved }: { isSaved: boolean }) => (
  <ol aria-label="Steps" className="grid gap-2 sm:grid-cols-3 sm:gap-3">
    {steps.map(({ title, text }, index) => {
      const isDone = isSaved && index === 0
      const isCurrent = index === (isSaved ? 1 : 0)
      return (
        <li
          key={title}
          aria-current={isCurrent ? 'step' : undefined}
          className={cx(
            'flex items-start gap-3 rounded-md border px-3 py-2 text-sm sm:py-3',
            isCurrent ? 'border-link/40 bg-link/10' : 'border-border bg-card',
          )}
        >
          <span
            aria-hidden
            className={cx(
              'grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold',
              isCurrent ? 'bg-primary text-on-primary' : 'border border-border text-muted-foreground',
            )}
          >
            {isDone ? <Check className="size-3.5" /> : index + 1}
          </span>
          <span className="grid gap-0.5 max-sm:min-h-6 max-sm:content-center">
            <span className="font-medium">
              {title}
              {isDone && <span className="sr-only">, done</span>}
            </span>
            {/* On phones only the current step is explained, so that the field is in view. */}
            <span className={cx('text-muted-foreground', !isCurrent && 'max-sm:hidden')}>{text}</span>
          </span>
        </li>
      )
    })}
  </ol>
)

type ProofProps = { studio: Studio; record: NonNullable<StudioDomain['record']> }

function ProofCard({ studio, record }: ProofProps) {
  const { verify } = useDomainSteps(studio.id)
  return (
    <Card
      title="Verify your domain"
      description="At your domain registrar, add this TXT record and point the domain to us. Then verify it."
    >
      <CopyText label="Name of the TXT record" text={record.name} value={record.name} copiedText="Name copied" />
      <CopyText label="Value of the TXT record" text={record.value} value={record.value} copiedText="Value copied" />
      <Button
        className="justify-self-start"
        onClick={() => verify.mutate({ studio_id: studio.id })}
        pending={verify.isPending}
        pendingText="Looking for the record..."
      >
        Verify domain
      </Button>
    </Card>
  )
}

const AddressCard = ({ address }: { address: string }) => (
  <Card title="Your address">
    <CopyField
      label="Address"
      hint="Share it once the domain points to us."
      url={address}
      copiedText="URL copied to clipboard"
    />
  </Card>
)
