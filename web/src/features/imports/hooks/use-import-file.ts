import type { ImportOptions } from '@studiohub/contract/features/imports/schema.ts'
import type { ImportKind } from '@studiohub/contract/features/imports/words.ts'
import { useState } from 'react'
import { useCreateImport, usePreviewImport } from '../api.ts'

/** The state of an import: the chosen file, the options to read it, its preview and its result. */
export function useImportFile(studio_id: string, kind: ImportKind) {
  const [file, setFile] = useState<File | null>(null)
  const [options, setOptions] = useState<ImportOptions>({})
  const preview = usePreviewImport()
  const create = useCreateImport()
  const readFile = (newFile: File, newOptions: ImportOptions) => {
    setFile(newFile)
    setOptions(newOptions)
    create.reset()
    preview.mutate({ studio_id, kind, file: newFile, options: newOptions })
  }
  return {
    ...{ file, options, preview, create },
    open: (newFile: File) => {
      preview.reset()
      readFile(newFile, {})
    },
    /** Reads the file again with changed options. */
    choose: (newOptions: ImportOptions) => file && readFile(file, { ...options, ...newOptions }),
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
