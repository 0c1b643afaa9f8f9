import { ImportPreview, ImportResult } from '@studiohub/contract/features/clients/imports/schema.ts'
import { uploadAsUser } from '#lib/server/upload.ts'
import { useAction } from '#lib/server/use-action.ts'

type ImportInput = { studio_id: string; file: File; columns: readonly string[] | null }

const send = (path: string, { studio_id, file, columns }: ImportInput) =>
  uploadAsUser(`/studios/${studio_id}/${path}`, file, () => {}, 'POST', columns ? { columns: columns.join() } : {})

/** Previews the import of a file. */
export const usePreviewImport = () =>
  useAction({
    send: async (input: ImportInput) => ImportPreview.parse(await send('client-imports/preview', input)),
    failed: 'Failed to read the file',
  })

export const useImportClients = () =>
  useAction({
    send: async (input: ImportInput) => ImportResult.parse(await send('client-imports', input)),
    done: ({ import: made }) => (made ? `${made.created} clients added` : 'No new clients in this file'),
    failed: 'Failed to import the clients',
    refresh: [],
  })
