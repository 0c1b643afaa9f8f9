import type { ImportOptions } from '@studiohub/contract/features/imports/schema.ts'
import type { ImportKind } from '@studiohub/contract/features/imports/words.ts'
import { useState } from 'react'
import { useCreateImport, usePreviewImport } from '../api.ts'

/** A chosen file, how it is read, its preview and its import. */
export function useImportFile(studio_id: string, kind: ImportKind) {
  const [file, setFile] = useState<File | null>(null)
  const [options, setOptions] = useState<ImportOptions>({})
  const preview = usePreviewImport()
  const create = useCreateImport()
  const read = (chosen: File, next: ImportOptions) => {
    setFile(chosen)
    setOptions(next)
    create.reset()
    preview.mutate({ studio_id, kind, file: chosen, options: next })
  }
  return {
    ...{ file, options, preview, create },
    open: (chosen: File) => {
      preview.reset()
      read(chosen, {})
    },
    /** Reads the file again, with these choices. */
    choose: (next: ImportOptions) => file && read(file, { ...options, ...next }),
    confirm: () => file && create.mutate({ studio_id, kind, file, options }),
    restart: () => {
      setFile(null)
      setOptions({})
      preview.reset()
      create.reset()
    },
  }
}

export type OpenImport = ReturnType<typeof useImportFile>
