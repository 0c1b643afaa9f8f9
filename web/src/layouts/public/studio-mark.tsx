import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { AudioLines } from 'lucide-react'
import { cx } from '#ui/cx.ts'

type MarkProps = { studio: Pick<PublicStudio, 'name' | 'logo_url'> | null; large?: boolean }

/** A studio's logo or first letter; the default mark without a studio. Decorative: show the name next to it. */
export function StudioMark({ studio, large = false }: MarkProps) {
  const size = large ? 'size-14' : 'size-8'
  if (studio?.logo_url) {
    return <img data-when="logo_url" src={studio.logo_url} alt="" className={cx(size, 'rounded-md object-contain')} />
  }
  return (
    <span
      aria-hidden
      data-when={studio ? 'no_logo_url' : undefined}
      className={cx(
        size,
        large && 'text-xl',
        'grid shrink-0 place-items-center rounded-md bg-primary font-display font-bold text-on-primary',
      )}
    >
      {studio ? studio.name.trim().slice(0, 1).toUpperCase() : <AudioLines className={large ? 'size-8' : 'size-5'} />}
    </span>
  )
}
