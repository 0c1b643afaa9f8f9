import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { ArrowLeft, Download, Link as LinkIcon, Printer, Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import {
  useCopyPayLink,
  useDeleteInvoice,
  useDownloadPdf,
  useIssueInvoice,
  useRevokePayLink,
  useSendInvoice,
  useSendInvoiceReminder,
} from '../api.ts'
import type { MoneyDialogName } from '../model/invoice-text.ts'

const MoneyDialogs = lazy(async () => ({ default: (await import('./money-dialogs.tsx')).MoneyDialogs }))

const EditDraftDialog = lazy(async () => ({ default: (await import('./edit-draft-dialog.tsx')).EditDraftDialog }))

type InvoiceActionsProps = { invoice: InvoiceDetails; isAdmin: boolean; listPath: string }

/** The actions that an invoice allows now. The server checks them again. */
export function InvoiceActions({ invoice, isAdmin, listPath }: InvoiceActionsProps) {
  const [dialog, setDialog] = useState<MoneyDialogName | null>(null)
  const { state, kind } = invoice
  const canChange = isAdmin && kind === 'invoice' && state !== 'draft' && state !== 'void'
  const charged_minor = invoice.total_minor - invoice.credited_minor - invoice.written_off_minor
  const dialogButtons: [name: MoneyDialogName, label: string, isAvailable: boolean][] = [
    ['payment', 'Record payment', canChange && invoice.open_minor > 0],
    ['refund', 'Refund', canChange && invoice.paid_minor > 0],
    ['credit-note', 'Credit note', canChange && charged_minor > 0],
    ['write-off', 'Write off', canChange && invoice.open_minor > 0],
    ['void', 'Make void', canChange && invoice.open_minor === invoice.total_minor],
  ]
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <ButtonLink look="quiet" size="small">
        <Link to={listPath}>
          <ArrowLeft aria-hidden />
          All invoices
        </Link>
      </ButtonLink>
      {isAdmin && state === 'draft' && <DraftActions invoice={invoice} listPath={listPath} />}
      {canChange && <SendActions invoice={invoice} />}
      {dialogButtons.map(
        ([name, label, isAvailable]) =>
          isAvailable && (
            <Button key={name} size="small" look="secondary" onClick={() => setDialog(name)}>
              {label}
            </Button>
          ),
      )}
      {state !== 'draft' && <DownloadPdf id={invoice.id} />}
      <Button size="small" look="secondary" onClick={() => window.print()}>
        <Printer aria-hidden />
        Print
      </Button>
      <Suspense fallback={null}>
        {dialog && <MoneyDialogs name={dialog} invoice={invoice} onClose={() => setDialog(null)} />}
      </Suspense>
    </div>
  )
}

/** Buttons to email the invoice, to remind the client, and to copy its public link. */
function SendActions({ invoice: { id, sent_at, open_minor, client_id } }: Pick<InvoiceActionsProps, 'invoice'>) {
  const [send, remind, copyLink, revokeLink] = [
    useSendInvoice(),
    useSendInvoiceReminder(),
    useCopyPayLink(),
    useRevokePayLink(),
  ]
  return (
    <>
      {client_id !== null && (
        <Button
          size="small"
          look={sent_at ? 'secondary' : 'primary'}
          pending={send.isPending}
          pendingText="Sending..."
          onClick={() => send.mutate({ id })}
        >
          <Send aria-hidden />
          {sent_at ? 'Send again' : 'Send by email'}
        </Button>
      )}
      {client_id !== null && sent_at && open_minor > 0 && (
        <Button
          size="small"
          look="secondary"
          pending={remind.isPending}
          pendingText="Sending..."
          onClick={() => remind.mutate({ id })}
        >
          Send reminder
        </Button>
      )}
      <Button size="small" look="secondary" pending={copyLink.isPending} onClick={() => copyLink.mutate({ id })}>
        <LinkIcon aria-hidden />
        Copy link
      </Button>
      <ConfirmButton
        trigger="Revoke link"
        size="small"
        title="Revoke the link?"
        description="Links in emails that were sent stop working. The next email has a new one."
        cancelLabel="Keep link"
        confirmLabel="Revoke link"
        isPending={revokeLink.isPending}
        onConfirm={() => revokeLink.mutateAsync({ id })}
      />
    </>
  )
}

function DownloadPdf({ id }: { id: string }) {
  const download = useDownloadPdf()
  return (
    <Button
      size="small"
      look="secondary"
      pending={download.isPending}
      pendingText="Preparing..."
      onClick={() => download.mutate({ id })}
    >
      <Download aria-hidden />
      PDF
    </Button>
  )
}

function DraftActions({ invoice, listPath }: Pick<InvoiceActionsProps, 'invoice' | 'listPath'>) {
  const { id, version } = invoice
  const [isEditing, setEditing] = useState(false)
  const navigate = useNavigate()
  const issue = useIssueInvoice()
  const remove = useDeleteInvoice()
  return (
    <>
      <Button
        size="small"
        pending={issue.isPending}
        pendingText="Issuing..."
        onClick={() => issue.mutate({ id, version })}
      >
        Issue invoice
      </Button>
      <Button size="small" look="secondary" onClick={() => setEditing(true)}>
        Edit draft
      </Button>
      <Suspense fallback={null}>
        {isEditing && <EditDraftDialog invoice={invoice} onClose={() => setEditing(false)} />}
      </Suspense>
      <ConfirmButton
        trigger="Delete draft"
        size="small"
        title="Delete this draft?"
        description="Its sessions can then be put on another invoice."
        cancelLabel="Keep draft"
        confirmLabel="Delete draft"
        isPending={remove.isPending}
        onConfirm={() => remove.mutateAsync({ id }).then(() => navigate(listPath))}
      />
    </>
  )
}
