import { PICTURES_MAX } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { imageRules } from '@studiohub/contract/shared/images.ts'
import { checkImageFile } from '#lib/server/check-image-file.ts'

/** Why a picture was not added. */
export type RejectedFile = { name: string; message: string }

/** Which of these files can be uploaded, and why the others cannot. @param room how many pictures can still be added */
export function sortFiles(files: readonly File[], room: number) {
  const fitting: File[] = []
  const rejected: RejectedFile[] = []
  for (const file of files) {
    const isFull = fitting.length >= room
    const message = checkImageFile(file, imageRules.picture) ?? (isFull ? `At most ${PICTURES_MAX} pictures` : null)
    if (message === null) fitting.push(file)
    else rejected.push({ name: file.name, message })
  }
  return { fitting, rejected }
}
