import type { Client } from '@studiohub/contract/features/clients/schema.ts'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { useClientOptions, useMergeClient, useMergePreview } from '../api.ts'

type MergeDialogProps = { studio_id: string; client: Client; onClose: () => void }

const countOf = (count: number, word: string) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`

/** Merges another record of the same person into this one, after a preview. */
export function MergeDialog({ studio_id, client, onClose }: MergeDialogProps) {
  const [other_id, setOther] = useState('')
  const clients = useClientOptions(studio_id, true)
  const preview = useMergePreview(studio_id, client.id, other_id)
  const merge = useMergeClient()
  const choices = (clients.data ?? [])
    .filter(({ id, user_id }) => id !== client.id && user_id === null)
    .map(({ id, full_name, email, phone }) => {
      const contact = email ?? phone
      return { value: id, label: `${full_name ?? 'Without a name'}${contact ? `, ${contact}` : ''}` }
    })
  const confirm = () => merge.mutate({ studio_id, client_id: client.id, other_id }, { onSuccess: onClose })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Merge into ${client.name ?? 'this client'}`}
      description="For a client who is listed twice. Only a client without an account can be merged into another one."
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={confirm} disabled={!preview.data} pending={merge.isPending} pendingText="Merging...">
            Merge clients
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Field label="The other record" required>
          {(control) => (
            <Combobox
              {...control}
              choices={choices}
              value={other_id}
              onChange={setOther}
              placeholder="Type a name"
              emptyText="No client without an account found"
            />
          )}
        </Field>
        {preview.data && <Result {...preview.data} />}
      </div>
    </Dialog>
  )
}

type ResultProps = { client: Client; moves: { bookings: number; projects: number; checkins: number } }

function Result({ client, moves }: ResultProps) {
  const facts = [
    ['Name', client.name],
    ['Email', client.email],
    ['Phone', client.phone],
    ['Company', client.company],
    ['Tags', client.tags.join(', ')],
    ['Notes', client.notes],
  ] as const
  return (
    <section aria-label="After the merge" className="grid gap-3 rounded-md border border-border p-4 text-sm">
      <p>
        {`${countOf(moves.bookings, 'session')}, ${countOf(moves.projects, 'project')} and ${countOf(moves.checkins, 'check-in')} move. The other record is deleted. This action cannot be undone.`}
      </p>
      <dl className="grid gap-2">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="grid grid-cols-[6rem_1fr] gap-3">
                <dt className="text-muted-foreground">{name}</dt>
                <dd className="min-w-0 break-words whitespace-pre-wrap">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
