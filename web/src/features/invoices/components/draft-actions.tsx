import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useDeleteInvoice, useIssueInvoice } from '../api.ts'
import { MoreActions } from './more-actions.tsx'

const EditDraftDialog = lazy(async () => ({ default: (await import('./edit-draft-dialog.tsx')).EditDraftDialog }))

/** Issues, edits or deletes a draft. */
export function DraftActions({ invoice, listPath }: { invoice: InvoiceDetails; listPath: string }) {
  const { id, version } = invoice
  const [opened, setOpened] = useState<'edit' | 'delete' | null>(null)
  const issue = useIssueInvoice()
  const close = () => setOpened(null)
  return (
    <>
      <Button
        className="max-md:grow"
        pending={issue.isPending}
        pendingText="Issuing..."
        onClick={() => issue.mutate({ id, version })}
      >
        Issue invoice
      </Button>
      <Button look="secondary" onClick={() => setOpened('edit')}>
        Edit draft
      </Button>
      <MoreActions
        invoice={invoice}
        actions={[
          { label: 'Print', name: 'Print', onSelect: () => window.print() },
          { label: 'Delete draft', name: 'Delete draft', isDanger: true, onSelect: () => setOpened('delete') },
        ]}
      />
      <Suspense fallback={null}>{opened === 'edit' && <EditDraftDialog invoice={invoice} onClose={close} />}</Suspense>
      <DeleteDialog id={id} listPath={listPath} open={opened === 'delete'} onClose={close} />
    </>
  )
}

type DeleteDialogProps = { id: string; listPath: string; open: boolean; onClose: () => void }

function DeleteDialog({ id, listPath, open, onClose }: DeleteDialogProps) {
  const navigate = useNavigate()
  const remove = useDeleteInvoice()
  return (
    <ConfirmDialog
      open={open}
      title="Delete this draft?"
      description="Its sessions can then be put on another invoice."
      cancelLabel="Keep draft"
      confirmLabel="Delete draft"
      pendingLabel="One moment..."
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ id }, { onSuccess: () => navigate(listPath) })}
      onClose={onClose}
    />
  )
}
