import { Copy, ExternalLink } from 'lucide-react'
import { ButtonLink, IconButton } from './button.tsx'
import { copyToClipboard } from './copy-text.tsx'
import { cx } from './cx.ts'
import { Field } from './field.tsx'
import { controlClasses } from './input.tsx'

type CopyFieldProps = {
  label: string
  hint?: string
  /** The link, or a text that is not a link if `canOpen` is false. */
  url: string
  /** Without it there is no button to copy, because the page has one elsewhere. */
  copiedText?: string
  canOpen?: boolean
}

/** A link to share: shows it, copies it, and opens it in a new tab. */
export function CopyField({ label, hint, url, copiedText, canOpen = true }: CopyFieldProps) {
  return (
    <Field label={label} {...(hint && { hint })}>
      {(control) => (
        <div className="flex items-start gap-2">
          <input
            {...control}
            readOnly
            value={url}
            title={url}
            className={cx(controlClasses, 'min-w-0 text-ellipsis [&[readonly]]:bg-field!')}
            onFocus={(event) => event.target.select()}
          />
          {copiedText !== undefined && (
            <IconButton name={`Copy ${label}`} look="secondary" onClick={() => copyToClipboard(url, copiedText)}>
              <Copy aria-hidden />
            </IconButton>
          )}
          {canOpen && (
            <ButtonLink look="secondary" size="icon">
              <a href={url} target="_blank" rel="noreferrer" aria-label={`Open ${label} in a new tab`}>
                <ExternalLink aria-hidden />
              </a>
            </ButtonLink>
          )}
        </div>
      )}
    </Field>
  )
}
