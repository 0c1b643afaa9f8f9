import { type ImageRule, maxBytes, tooLarge, wrongType } from '@studiohub/contract/shared/images.ts'

// What some systems call an icon.
const typeOf = ({ type }: File) => (type === 'image/vnd.microsoft.icon' ? 'image/x-icon' : type)

/** Why a picture would be refused, said before anything is sent; null where it would not. */
export function faultOf(file: File, rule: ImageRule): string | null {
  if (!rule.types.some((type) => type === typeOf(file))) return wrongType(rule)
  return file.size > maxBytes(rule) ? tooLarge(rule) : null
}
