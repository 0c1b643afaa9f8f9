import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import {
  NewStudioSender,
  type SenderRecord,
  type StudioSender,
} from '@studiohub/contract/features/studios/sender/schema.ts'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { applySavedValues, useSchemaForm } from '#lib/forms/form.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { SkeletonCard } from '#ui/skeleton-shapes.tsx'
import { useSender, useSenderActions } from '../api.ts'

/** The address from which the studio's emails are sent, and the DNS records that it needs. */
export function SenderCard({ studio }: { studio: Studio }) {
  const sender = useSender(studio.id)
  return (
    <QueryView
      query={sender}
      loadingText="Loading the sender..."
      skeleton={<SkeletonCard />}
      errorTitle="Failed to load the sender"
    >
      {(loadedSender) => (
        <>
          <AddressCard key={loadedSender.address} studio={studio} sender={loadedSender} />
          {loadedSender.address && <RecordsCard studio={studio} sender={loadedSender} />}
        </>
      )}
    </QueryView>
  )
}

type SenderProps = { studio: Studio; sender: StudioSender }

function AddressCard({ studio, sender: { address, verified_at } }: SenderProps) {
  const { update, remove } = useSenderActions(studio.id)
  const form = useSchemaForm(NewStudioSender, { address: address ?? '' }, { survivesLeaving: true })
  const { errors, isDirty } = form.formState
  const submit = form.handleSubmit((values) => {
    const sent = form.getValues()
    update.mutate(
      { studio_id: studio.id, ...values },
      {
        onSuccess: ({ address: saved }) => applySavedValues(form, { address: saved ?? '' }, sent),
        onError: (error) => showFieldErrors(form, ['address'], error),
      },
    )
  })
  return (
    <Card
      title="Sender of your emails"
      description="Emails about sessions, invitations and messages are sent from this address. If it is empty, they are sent from our address with your name."
      {...(address && {
        action: verified_at ? <Badge tone="confirmed">In use</Badge> : <Badge tone="pending">Not verified yet</Badge>,
      })}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label="Sending address"
          hint={`Such as desk@yourstudio.com. ${address ? 'A new domain must be verified again.' : "We'll show you how to verify it."}`}
          error={errors.address?.message}
        >
          {(control) => (
            <Input {...control} {...form.register('address')} type="email" autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={!isDirty} pending={update.isPending} pendingText="Saving...">
            Save address
          </Button>
          {address && (
            <Button
              look="quiet"
              onClick={() => remove.mutate({ studio_id: studio.id })}
              pending={remove.isPending}
              pendingText="Removing..."
            >
              Remove address
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}

function RecordsCard({ studio, sender: { records, verified_at, checked_at } }: SenderProps) {
  const { check, rotate } = useSenderActions(studio.id)
  return (
    <Card
      title="DNS records of the sender"
      description="Set these TXT records at your domain registrar. We check them every hour."
    >
      <ul className="grid gap-6">
        {records.map((record) => (
          <RecordItem key={record.kind} record={record} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          onClick={() => check.mutate({ studio_id: studio.id })}
          pending={check.isPending}
          pendingText="Checking..."
        >
          Check now
        </Button>
        <Button
          look="quiet"
          onClick={() => rotate.mutate({ studio_id: studio.id })}
          pending={rotate.isPending}
          pendingText="Creating a key..."
        >
          {verified_at ? 'Replace the key' : 'Create another key'}
        </Button>
        {checked_at && (
          <span className="text-sm text-muted-foreground">Checked {formatDateTime(checked_at, studio.timezone)}</span>
        )}
      </div>
    </Card>
  )
}

const titles: Record<SenderRecord['kind'], { title: string; text: string }> = {
  dkim: { title: 'DKIM (required)', text: 'The key that signs your emails. It proves that the domain is yours.' },
  next_dkim: {
    title: 'DKIM, new key',
    text: 'We use this key as soon as its record is found. After that, delete the old record.',
  },
  spf: {
    title: 'SPF (recommended)',
    text: 'If you have an SPF record, add the part after v=spf1 to it. A domain has one SPF record only.',
  },
  dmarc: { title: 'DMARC (recommended)', text: 'Tells mail services what to do with unsigned emails.' },
}

function RecordItem({ record: { kind, name, value, state, seen } }: { record: SenderRecord }) {
  const { title, text } = titles[kind]
  return (
    <li className="grid gap-3 border-t border-border pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{title}</h3>
        <RecordState state={state} seen={seen} />
      </div>
      <p className="text-sm text-muted-foreground">{text}</p>
      <CopyText label={`Name of the ${titles[kind].title} record`} text={name} value={name} copiedText="Name copied" />
      <CopyText
        label={`Value of the ${titles[kind].title} record`}
        text={value}
        value={value}
        copiedText="Value copied"
      />
    </li>
  )
}

function RecordState({ state, seen }: Pick<SenderRecord, 'state' | 'seen'>) {
  if (state === 'unknown') return <Badge>Not checked yet</Badge>
  if (state === 'found')
    return (
      <Badge tone="confirmed" icon={CircleCheck}>
        Found
      </Badge>
    )
  if (state === 'missing')
    return (
      <Badge tone="pending" icon={CircleDashed}>
        Not found yet
      </Badge>
    )
  return (
    <span className="flex max-w-full items-start gap-1.5 text-sm text-cancelled">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-all">Different: {seen}</span>
    </span>
  )
}
