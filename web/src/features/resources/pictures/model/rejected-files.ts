import { PICTURES_MAX } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { imageRules } from '@studiohub/contract/shared/images.ts'
import { checkImageFile } from '#lib/server/check-image-file.ts'

/** A file that was not added, and why. */
export type RejectedFile = { name: string; message: string }

/** Separates the files that can be uploaded from the others. @param capacity how many pictures can still be added */
export function sortFiles(files: readonly File[], capacity: number) {
  const fitting: File[] = []
  const rejected: RejectedFile[] = []
  for (const file of files) {
    const isFull = fitting.length >= capacity
    const message = checkImageFile(file, imageRules.picture) ?? (isFull ? `At most ${PICTURES_MAX} pictures` : null)
    if (message === null) fitting.push(file)
    else rejected.push({ name: file.name, message })
  }
  return { fitting, rejected }
}
