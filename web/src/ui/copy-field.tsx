import { Copy, ExternalLink } from 'lucide-react'
import { Button, ButtonLink, IconButton } from './button.tsx'
import { copyToClipboard } from './copy-text.tsx'
import { cx } from './cx.ts'
import { Field } from './field.tsx'
import { controlClasses } from './input.tsx'

type CopyFieldProps = {
  label: string
  hint?: string
  /** The link, or a text that is not a link if `canOpen` is false. */
  url: string
  copiedText: string
  canOpen?: boolean
  /** The visible text of the button that copies, for a link that people come for. By default it has only an icon. */
  copyText?: string
}

/** A link to share: shows it, copies it, opens it in a new tab. */
export function CopyField({ label, hint, url, copiedText, canOpen = true, copyText }: CopyFieldProps) {
  return (
    <Field label={label} {...(hint && { hint })}>
      {(control) => (
        <div className={cx('flex items-start gap-2', copyText && 'max-sm:flex-wrap')}>
          <textarea
            {...control}
            readOnly
            rows={1}
            value={url}
            className={cx(
              controlClasses,
              'field-sizing-content min-w-0 resize-none leading-6 wrap-anywhere',
              copyText && 'max-sm:basis-full',
            )}
            onFocus={(event) => event.target.select()}
          />
          {copyText ? (
            <Button look="secondary" className="shrink-0 max-sm:grow" onClick={() => copyToClipboard(url, copiedText)}>
              <Copy aria-hidden />
              {copyText}
            </Button>
          ) : (
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
