import type { ImportOptions } from '@studiohub/contract/features/imports/schema.ts'
import { formatImportCount, type ImportKind } from '@studiohub/contract/features/imports/words.ts'
import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { uploadAsUser } from '#lib/server/upload.ts'
import { useAction } from '#lib/server/use-action.ts'

export type ImportFile = { studio_id: string; kind: ImportKind; file: File; options: ImportOptions }

const sendFile = (path: string, { studio_id, kind, file, options }: ImportFile) =>
  uploadAsUser(`/studios/${studio_id}/${path}`, file, () => {}, 'POST', { kind, options: JSON.stringify(options) })

// Only the answers to a sent file are checked with the schemas, so the page opens without them.
const loadSchemas = () => import('@studiohub/contract/features/imports/schema.ts')

/** Reads a file and previews its import. Nothing is stored. */
export const usePreviewImport = () =>
  useAction({
    send: async (input: ImportFile) => {
      const { ImportPreview } = await loadSchemas()
      return ImportPreview.parse(await sendFile('imports/preview', input))
    },
    failed: 'Failed to read the file',
  })

export const useCreateImport = () =>
  useAction({
    send: async (input: ImportFile) => {
      // Loaded first: after the import, a failed load would look like a failed import.
      const { ImportResult } = await loadSchemas()
      return ImportResult.parse(await sendFile('imports', input))
    },
    done: ({ import: imported }, { kind }) =>
      imported
        ? `${formatImportCount(imported.created, kind)} added`
        : `Nothing to import: you already have everything in this file`,
    failed: 'Failed to import the file',
    refresh: [],
  })

/** The newest imports of a studio. */
export const useImports = (studio_id: string) =>
  useQuery({
    ...api.imports.list.queryOptions({ input: { studio_id } }),
    select: ({ items }) => items,
    meta: { failed: 'Failed to load the imports' },
  })

export const useUndoImport = (kind: ImportKind) =>
  useAction({
    send: client.imports.undo,
    done: ({ removed, removed_clients, kept, kept_clients }) => {
      const deletedCounts = [
        formatImportCount(removed, kind),
        removed_clients > 0 && formatImportCount(removed_clients, 'clients'),
      ].filter(Boolean)
      const keptCounts = [
        kept > 0 && formatImportCount(kept, kind),
        kept_clients > 0 && formatImportCount(kept_clients, 'clients'),
      ].filter(Boolean)
      return {
        title: `Import undone: ${deletedCounts.join(' and ')} deleted`,
        ...(keptCounts.length > 0 && {
          description: `${keptCounts.join(' and ')} stayed, because they were changed or used since.`,
        }),
      }
    },
    failed: 'Failed to undo the import',
    refresh: [],
  })
