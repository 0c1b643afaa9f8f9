import type { InvoiceStateFilter } from '@studiohub/contract/features/invoices/words.ts'
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { saveFile } from '#lib/page/save-file.ts'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'

const invoicesKey = api.invoices.key()
const ROWS_PER_PAGE = 50

export type InvoicesFilter = { studio_id: string; state?: InvoiceStateFilter; search?: string; client_id?: string }

/** The invoices of a studio that the user may see, page by page, newest first. Refetched when one changes. */
export function useInvoices(filter: InvoicesFilter) {
  useLive('invoices', invoicesKey)
  return useInfiniteQuery(
    infiniteQueryOptions({
      ...api.invoices.list.infiniteOptions({
        input: (cursor: string | undefined) => ({ ...filter, limit: ROWS_PER_PAGE, ...cursorInput(cursor) }),
        ...cursorPaging,
      }),
      select: flattenPages,
      meta: { failed: 'Failed to load invoices' },
    }),
  )
}

/** One invoice or credit note with its lines and payments. */
export function useInvoice(id: string) {
  useLive('invoices', invoicesKey)
  return useQuery(api.invoices.get.queryOptions({ input: { id } }))
}

/** The sum of the studio's open invoices, by currency. */
export const useOpenTotals = (studio_id: string) =>
  useQuery(api.invoices.getTotals.queryOptions({ input: { studio_id }, select: ({ items }) => items }))

/** Sessions of a client that can be invoiced, including those of a draft. Loads nothing while `client_id` is empty. */
export const useBillableSessions = (studio_id: string, client_id: string, draft_id?: string) =>
  useQuery(
    api.invoices.listBillable.queryOptions({
      input: { studio_id, client_id, draft_id },
      enabled: client_id !== '',
      select: ({ items }) => items,
    }),
  )

/** The user's own credit, by currency. */
export function useOwnCredit(studio_id: string) {
  useLive('invoices', invoicesKey)
  return useQuery(api.invoices.getOwnCredit.queryOptions({ input: { studio_id }, select: ({ items }) => items }))
}

/** The amounts paid and owed for a session. */
export function useSessionMoney(id: string) {
  useLive('invoices', invoicesKey)
  return useQuery(api.invoices.getSessionMoney.queryOptions({ input: { id } }))
}

export const useCreateSessionPayment = () =>
  useAction({
    send: client.invoices.createSessionPayment,
    once: true,
    done: 'Payment recorded',
    failed: 'Failed to record the payment',
    refresh: invoicesKey,
  })

export const useInvoiceSettings = (studio_id: string) =>
  useQuery(api.invoices.getSettings.queryOptions({ input: { studio_id } }))

export const useUpdateInvoiceSettings = () =>
  useAction({
    send: client.invoices.updateSettings,
    done: 'Invoice settings saved',
    failed: 'Failed to save the invoice settings',
    refresh: invoicesKey,
  })

export const useCreateInvoice = () =>
  useAction({
    send: client.invoices.create,
    once: true,
    done: 'Draft created',
    failed: 'Failed to create the invoice',
    refresh: invoicesKey,
  })

export const useUpdateInvoice = () =>
  useAction({
    send: client.invoices.update,
    done: 'Draft saved',
    failed: 'Failed to save the draft',
    refresh: invoicesKey,
  })

export const useCreateCredit = () =>
  useAction({
    send: client.invoices.createCredit,
    once: true,
    done: 'Credit given',
    failed: 'Failed to give credit',
    refresh: invoicesKey,
  })

export const usePayOutCredit = () =>
  useAction({
    send: client.invoices.payOutCredit,
    once: true,
    done: 'Credit paid out',
    failed: 'Failed to pay the credit out',
    refresh: invoicesKey,
  })

export const useDeleteInvoice = () =>
  useAction({
    send: client.invoices.delete,
    done: 'Draft deleted',
    failed: 'Failed to delete the draft',
    refresh: api.invoices.list.key(),
  })

export const useIssueInvoice = () =>
  useAction({
    send: client.invoices.issue,
    once: true,
    done: ({ number }) => `Invoice ${number} issued`,
    failed: 'Failed to issue the invoice',
    refresh: invoicesKey,
  })

export const useSendInvoice = () =>
  useAction({
    send: client.invoices.send,
    once: true,
    done: 'Invoice is being sent',
    failed: 'Failed to send the invoice',
    refresh: invoicesKey,
  })

export const useRemindInvoice = () =>
  useAction({
    send: client.invoices.remind,
    once: true,
    done: 'Reminder is being sent',
    failed: 'Failed to send the reminder',
    refresh: invoicesKey,
  })

/** Copies the link to an invoice's public page. */
export const useCopyPayLink = () =>
  useAction({
    send: async ({ id }: { id: string }) => {
      const { url } = await client.invoices.createPayLink({ id })
      await navigator.clipboard.writeText(url)
    },
    done: 'Link copied',
    failed: 'Failed to copy the link',
  })

export const useRevokePayLink = () =>
  useAction({
    send: client.invoices.revokePayLink,
    done: 'Link revoked',
    failed: 'Failed to revoke the link',
  })

/** Loads the invoice of a public link. It is not a query, because the secret token must not be a cache key. */
export function usePublicInvoice(token: string) {
  const invoice = useAction({ send: async (linkToken: string) => client.invoices.getPublic({ token: linkToken }) })
  const sentToken = useRef<string>(null)
  useEffect(() => {
    if (token === '' || sentToken.current === token) return
    sentToken.current = token
    invoice.mutate(token)
  })
  return invoice
}

/** Downloads an issued invoice as a PDF. */
export const useDownloadPdf = () =>
  useAction({
    send: async ({ id }: { id: string }) => saveFile(await client.invoices.getPdf({ id })),
    failed: 'Failed to download the PDF',
  })

/** Downloads the invoice of a public link as a PDF. */
export const useDownloadPublicPdf = () =>
  useAction({
    send: async (token: string) => saveFile(await client.invoices.getPublicPdf({ token })),
    failed: 'Failed to download the PDF',
  })

export const useVoidInvoice = () =>
  useAction({
    send: client.invoices.void,
    once: true,
    done: 'Invoice voided',
    failed: 'Failed to void the invoice',
    refresh: invoicesKey,
  })

export const useWriteOffInvoice = () =>
  useAction({
    send: client.invoices.writeOff,
    once: true,
    done: 'Invoice written off',
    failed: 'Failed to write off the invoice',
    refresh: invoicesKey,
  })

export const useCreatePayment = () =>
  useAction({
    send: client.invoices.createPayment,
    once: true,
    done: 'Payment recorded',
    failed: 'Failed to record the payment',
    refresh: invoicesKey,
  })

export const useCreateRefund = () =>
  useAction({
    send: client.invoices.createRefund,
    once: true,
    done: 'Refund recorded',
    failed: 'Failed to record the refund',
    refresh: invoicesKey,
  })

export const useCreateCreditNote = () =>
  useAction({
    send: client.invoices.createCreditNote,
    once: true,
    done: 'Credit note issued',
    failed: 'Failed to issue the credit note',
    refresh: invoicesKey,
  })
