import { type ImageRule, maxBytes, tooLarge, wrongType } from '@studiohub/contract/shared/images.ts'

// Some systems report this type for .ico files.
const getFileType = ({ type }: File) => (type === 'image/vnd.microsoft.icon' ? 'image/x-icon' : type)

/** Why the server would reject this image, or null. Checked before the upload. */
export function checkImageFile(file: File, rule: ImageRule): string | null {
  if (!rule.types.some((type) => type === getFileType(file))) return wrongType(rule)
  return file.size > maxBytes(rule) ? tooLarge(rule) : null
}
