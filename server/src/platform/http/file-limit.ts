import { FILE_MAX_MB, FILE_MAX_META } from '@studiohub/contract/shared/files.ts'

/** Adds the operator's size limit for files to a page. Without it the page's scripts use the default. */
export const addFileLimit = (html: string, file_mb: number): string =>
  file_mb === FILE_MAX_MB
    ? html
    : html.replace('</head>', `<meta name="${FILE_MAX_META}" content="${file_mb}"/></head>`)
