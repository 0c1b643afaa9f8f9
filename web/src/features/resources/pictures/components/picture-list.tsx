import type { Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useDeletePicture } from '../api.ts'
import { useMovePicture } from '../hooks/use-move-picture.ts'
import { useOrderDrag } from '../hooks/use-order-drag.ts'
import { moveToPosition } from '../model/order.ts'
import { PictureTile } from './picture-tile.tsx'

type PictureListProps = { studio_id: string; pictures: readonly Picture[]; name: string }

/** Pictures in their order, which can be changed by dragging or by buttons. */
export function PictureList({ studio_id, pictures, name }: PictureListProps) {
  const move = useMovePicture(studio_id)
  const [status, setStatus] = useState('')
  const [pictureToRemove, setPictureToRemove] = useState<Picture | null>(null)
  const movePicture = (id: string, position: number) => {
    if (move.isPending || pictures[position]?.id === id) return
    const text = `Picture moved to place ${position + 1} of ${pictures.length}`
    move.mutate({ id, position }, { onSuccess: () => setStatus(text) })
  }
  const { list, dragged } = useOrderDrag((dropped) => movePicture(dropped.id, dropped.position))
  const shown = dragged ? moveToPosition(pictures, dragged.id, dragged.position) : pictures
  return (
    <>
      <ul ref={list} aria-label="Pictures" className="grid grid-cols-2 gap-x-4 gap-y-5">
        {shown.map((picture, index) => (
          <PictureTile
            key={picture.id}
            picture={picture}
            name={name}
            position={index}
            count={shown.length}
            isDragged={dragged?.id === picture.id}
            onMove={(position) => movePicture(picture.id, position)}
            onRemove={() => setPictureToRemove(picture)}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {status}
      </p>
      {pictureToRemove && <RemoveDialog picture={pictureToRemove} onClose={() => setPictureToRemove(null)} />}
    </>
  )
}

function RemoveDialog({ picture, onClose }: { picture: Picture; onClose: () => void }) {
  const remove = useDeletePicture()
  return (
    <ConfirmDialog
      title="Remove this picture?"
      description="Clients and visitors no longer see it. This action cannot be undone."
      cancelLabel="Keep it"
      confirmLabel="Remove"
      pendingLabel="Removing..."
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ id: picture.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <img
        src={picture.small_url}
        alt={picture.alt}
        width={640}
        height={480}
        className="aspect-[4/3] w-40 rounded-md object-cover"
      />
    </ConfirmDialog>
  )
}
