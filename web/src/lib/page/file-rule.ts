import { FILE_MAX_META, fileRule } from '@studiohub/contract/shared/files.ts'
import type { FileRule } from '@studiohub/contract/shared/images.ts'

/** The rule for files, with the operator's limit. The server adds it to the page if it is not the default. */
export function currentFileRule(): FileRule {
  const limit = document.querySelector(`meta[name="${FILE_MAX_META}"]`)?.getAttribute('content')
  return limit ? { ...fileRule, max_mb: Number(limit) } : fileRule
}
