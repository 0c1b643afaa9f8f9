import { type ImportOptions, ImportPreview, ImportResult } from '@studiohub/contract/features/imports/schema.ts'
import { countOf, type ImportKind } from '@studiohub/contract/features/imports/words.ts'
import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { uploadAsUser } from '#lib/server/upload.ts'
import { useAction } from '#lib/server/use-action.ts'

export type ImportFile = { studio_id: string; kind: ImportKind; file: File; options: ImportOptions }

const send = (path: string, { studio_id, kind, file, options }: ImportFile) =>
  uploadAsUser(`/studios/${studio_id}/${path}`, file, () => {}, 'POST', { kind, options: JSON.stringify(options) })

/** Previews the import of a file. */
export const usePreviewImport = () =>
  useAction({
    send: async (input: ImportFile) => ImportPreview.parse(await send('imports/preview', input)),
    failed: 'Failed to read the file',
  })

export const useCreateImport = () =>
  useAction({
    send: async (input: ImportFile) => ImportResult.parse(await send('imports', input)),
    done: ({ import: made }, { kind }) =>
      made ? `${countOf(made.created, kind)} added` : `Nothing new in this file: you already have it`,
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
      const gone = [countOf(removed, kind), removed_clients > 0 && countOf(removed_clients, 'clients')].filter(Boolean)
      const stays = [kept > 0 && countOf(kept, kind), kept_clients > 0 && countOf(kept_clients, 'clients')].filter(
        Boolean,
      )
      return {
        title: `Import undone: ${gone.join(' and ')} deleted`,
        ...(stays.length > 0 && {
          description: `${stays.join(' and ')} stayed, because they were changed or used since.`,
        }),
      }
    },
    failed: 'Failed to undo the import',
    refresh: [],
  })
