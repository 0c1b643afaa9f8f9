import { NewStudioDomain, type Studio, type StudioDomain } from '@studiohub/contract/features/studios/schema.ts'
import { lazy, Suspense } from 'react'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDomain, useDomainSteps } from '../api.ts'

const SenderCard = lazy(async () => ({ default: (await import('./sender-card.tsx')).SenderCard }))

/** The studio's own domain: name and verification, and the address of its emails. */
export function DomainTab({ studio }: { studio: Studio }) {
  const domain = useDomain(studio.id)
  return (
    <div className="grid max-w-2xl gap-6">
      <QueryView query={domain} loadingText="Loading the domain..." errorTitle="Error loading settings">
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
  const form = useSchemaForm(NewStudioDomain, { custom_domain: domain.custom_domain ?? '' })
  const { errors, isDirty } = form.formState
  const submit = form.handleSubmit(({ custom_domain }) =>
    update.mutate(
      { studio_id: studio.id, custom_domain },
      { onError: (error) => showFieldErrors(form, ['custom_domain'], error) },
    ),
  )
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
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label="Domain"
          hint="Such as book.yourstudio.com. A new domain must be verified again."
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
