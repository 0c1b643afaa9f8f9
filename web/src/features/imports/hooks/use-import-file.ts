import type { ImportOptions, ImportPreview } from '@studiohub/contract/features/imports/schema.ts'
import type { ImportKind } from '@studiohub/contract/features/imports/words.ts'
import { useState } from 'react'
import { useCreateImport, usePreviewImport } from '../api.ts'

/** The state of an import: the chosen file, the options to read it, its last preview and its result. */
export function useImportFile(studio_id: string, kind: ImportKind) {
  const [file, setFile] = useState<File | null>(null)
  /** The options of the call that is reading the file. */
  const [newOptions, setNewOptions] = useState<ImportOptions | null>(null)
  /** The last preview, with its options. It stays until the next one arrives. */
  const [lastPreview, setLastPreview] = useState<{ preview: ImportPreview; options: ImportOptions } | null>(null)
  const read = usePreviewImport()
  const create = useCreateImport()
  const options = newOptions ?? lastPreview?.options ?? {}
  const readFile = (newFile: File, optionsToRead: ImportOptions) => {
    setFile(newFile)
    setNewOptions(optionsToRead)
    create.reset()
    read.mutate(
      { studio_id, kind, file: newFile, options: optionsToRead },
      {
        onSuccess: (preview) => setLastPreview({ preview, options: optionsToRead }),
        // After an error too, because only options that the preview shows may be imported.
        onSettled: () => setNewOptions(null),
      },
    )
  }
  return {
    file,
    options,
    create,
    preview: lastPreview?.preview,
    isReading: read.isPending,
    open: (newFile: File) => {
      setLastPreview(null)
      readFile(newFile, {})
    },
    /** Reads the file again with changed options. */
    choose: (changed: ImportOptions) => file && readFile(file, { ...options, ...changed }),
    confirm: () => file && create.mutate({ studio_id, kind, file, options }),
    restart: () => {
      setFile(null)
      setNewOptions(null)
      setLastPreview(null)
      read.reset()
      create.reset()
    },
  }
}

export type ImportState = ReturnType<typeof useImportFile>
