import { PICTURE_ALT_MAX, type Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { Trash2 } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { ReorderButtons } from '../../components/reorder-buttons.tsx'
import { usePictureDescription } from '../hooks/use-picture-description.ts'

type PictureTileProps = {
  picture: Picture
  /** The service or room, used as text for a picture without one. */
  name: string
  /** The position of the picture, from 0. */
  position: number
  count: number
  isDragged: boolean
  onMove: (position: number) => void
  onRemove: () => void
}

/** A picture with its text, its position and a button to remove it. */
export function PictureTile({ picture, name, position, count, isDragged, onMove, onRemove }: PictureTileProps) {
  const { text, setText, save, error } = usePictureDescription(picture)
  const number = `picture ${position + 1}`
  return (
    <li
      data-picture={picture.id}
      aria-label={`Picture ${position + 1} of ${count}`}
      className={cx('grid content-start gap-2', isDragged && 'opacity-60')}
    >
      <div data-handle className="relative cursor-grab select-none [-webkit-touch-callout:none]">
        <img
          src={picture.small_url}
          alt={picture.alt || name}
          width={640}
          height={480}
          loading="lazy"
          draggable={false}
          className={cx('aspect-[4/3] w-full rounded-md bg-muted object-cover', isDragged && 'outline-2 outline-ring')}
        />
        {position === 0 && (
          <span className="absolute top-2 left-2 rounded-full bg-card">
            <Badge>Cover</Badge>
          </span>
        )}
      </div>
      <div className="flex flex-wrap justify-between">
        <ReorderButtons
          itemName={number}
          isHorizontal
          isFirst={position === 0}
          isLast={position === count - 1}
          onMove={(step) => onMove(position + step)}
        />
        <IconButton name={`Remove ${number}`} aria-haspopup="dialog" onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <Field
        label="Describe the picture"
        hint={text.trim() === '' && <span className="text-pending">If empty, screen readers read the name.</span>}
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            value={text}
            maxLength={PICTURE_ALT_MAX}
            onChange={({ target }) => setText(target.value)}
            onBlur={save}
            onKeyDown={({ key }) => key === 'Enter' && save()}
          />
        )}
      </Field>
    </li>
  )
}
