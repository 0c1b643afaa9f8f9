import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { Banknote, Download, Printer, Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useCopyPayLink, useDownloadPdf, useRemindInvoice, useRevokePayLink, useSendInvoice } from '../api.ts'
import { type InvoiceActionName, listInvoiceActions } from '../model/invoice-actions.ts'
import type { MoneyDialogName } from '../model/invoice-text.ts'
import { DraftActions } from './draft-actions.tsx'
import { MoreActions } from './more-actions.tsx'

const MoneyDialogs = lazy(async () => ({ default: (await import('./money-dialogs.tsx')).MoneyDialogs }))

type InvoiceActionsProps = { invoice: InvoiceDetails; isAdmin: boolean; listPath: string }

/** The actions that an invoice allows now. The server checks them again. */
export function InvoiceActions({ invoice, isAdmin, listPath }: InvoiceActionsProps) {
  const { id, kind, state } = invoice
  const canChange = isAdmin && kind === 'invoice' && state !== 'void'
  return (
    <div className="flex items-center gap-2 max-md:[&>button]:min-h-11 print:hidden">
      {!canChange ? (
        <>
          {state !== 'draft' && <DownloadPdf id={id} />}
          <Button look="secondary" onClick={() => window.print()}>
            <Printer aria-hidden />
            Print
          </Button>
        </>
      ) : state === 'draft' ? (
        <DraftActions invoice={invoice} listPath={listPath} />
      ) : (
        <IssuedActions invoice={invoice} />
      )}
    </div>
  )
}

/** The next step as the main button, the PDF, and a menu with everything else. */
function IssuedActions({ invoice }: { invoice: InvoiceDetails }) {
  const { id } = invoice
  const [dialog, setDialog] = useState<MoneyDialogName | 'revoke-link' | null>(null)
  const [send, remind, copyLink] = [useSendInvoice(), useRemindInvoice(), useCopyPayLink()]
  const { main, menu } = listInvoiceActions(invoice)
  const close = () => setDialog(null)
  const run = (name: InvoiceActionName) => {
    if (name === 'send') send.mutate({ id })
    else if (name === 'remind') remind.mutate({ id })
    else if (name === 'copy-link') copyLink.mutate({ id })
    else if (name === 'print') window.print()
    else setDialog(name)
  }
  return (
    <>
      {main && (
        <Button
          className="max-md:grow"
          pending={main.name === 'send' && send.isPending}
          pendingText="Sending..."
          onClick={() => run(main.name)}
        >
          {main.name === 'send' ? <Send aria-hidden /> : <Banknote aria-hidden />}
          {main.label}
        </Button>
      )}
      <DownloadPdf id={id} />
      <MoreActions
        invoice={invoice}
        actions={menu.map(({ name, ...action }) => ({ ...action, name: action.label, onSelect: () => run(name) }))}
      />
      <Suspense fallback={null}>
        {dialog && dialog !== 'revoke-link' && <MoneyDialogs name={dialog} invoice={invoice} onClose={close} />}
      </Suspense>
      <RevokeDialog id={id} open={dialog === 'revoke-link'} onClose={close} />
    </>
  )
}

function RevokeDialog({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const revokeLink = useRevokePayLink()
  return (
    <ConfirmDialog
      open={open}
      title="Revoke the link?"
      description="Links in emails that were sent stop working. The next email has a new one."
      cancelLabel="Keep link"
      confirmLabel="Revoke link"
      pendingLabel="One moment..."
      isPending={revokeLink.isPending}
      onConfirm={() => revokeLink.mutate({ id }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function DownloadPdf({ id }: { id: string }) {
  const download = useDownloadPdf()
  return (
    <Button
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
