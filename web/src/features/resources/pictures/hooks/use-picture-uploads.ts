import { PICTURES_MAX } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { useRef, useState } from 'react'
import { describeError } from '#lib/server/describe-error.ts'
import { showSuccess } from '#lib/server/toast-texts.ts'
import { type PictureOwner, useCreatePicture } from '../api.ts'
import { type RejectedFile, sortFiles } from '../model/rejected-files.ts'

/** The running upload: its number, the total number of files, and the share that is sent, from 0 to 1. */
type Progress = { number: number; total: number; done: number }

type UploadsOptions = { studio_id: string; owner: PictureOwner; count: number }

/** Uploads pictures one after another, so that they have the order in which they were selected. */
export function usePictureUploads({ studio_id, owner, count }: UploadsOptions) {
  const create = useCreatePicture()
  const [progress, setProgress] = useState<Progress | null>(null)
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([])
  const isRunning = useRef(false)

  const addAll = async (files: readonly File[]) => {
    if (isRunning.current) {
      const message = 'Please wait until the others are uploaded'
      return setRejected(files.map(({ name }) => ({ name, message })))
    }
    isRunning.current = true
    const { fitting, rejected } = sortFiles(files, PICTURES_MAX - count)
    setRejected(rejected)
    let added = 0
    for (const [index, file] of fitting.entries()) {
      const onProgress = (done: number) => setProgress({ number: index + 1, total: fitting.length, done })
      onProgress(0)
      try {
        await create.mutateAsync({ studio_id, owner, file, onProgress })
        added += 1
      } catch (error) {
        setRejected((previous) => [...previous, { name: file.name, message: describeError(error).message }])
      }
    }
    setProgress(null)
    isRunning.current = false
    if (added > 0) showSuccess('Upload successful')
  }
  return { progress, rejected, addAll }
}
