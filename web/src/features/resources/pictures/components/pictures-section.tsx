import { PICTURES_MAX, type Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { imageRules } from '@studiohub/contract/shared/images.ts'
import { cx } from '#ui/cx.ts'
import { FileButton } from '#ui/file-button.tsx'
import { Progress } from '#ui/progress.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useFileDrop } from '#ui/use-file-drop.ts'
import { type PictureOwner, usePictures } from '../api.ts'
import { usePictureUploads } from '../hooks/use-picture-uploads.ts'
import { PictureList } from './picture-list.tsx'

const rule = imageRules.picture

type PicturesSectionProps = { studio_id: string; owner: PictureOwner; name: string }

/** The pictures of a service, a room or a person. Every change is saved immediately. */
export function PicturesSection(props: PicturesSectionProps) {
  const pictures = usePictures(props.studio_id, props.owner)
  return (
    <QueryView query={pictures} loadingText="Loading pictures..." isEmpty={() => false}>
      {(items) => <Pictures {...props} pictures={items} />}
    </QueryView>
  )
}

function Pictures({ studio_id, owner, name, pictures }: PicturesSectionProps & { pictures: readonly Picture[] }) {
  const { progress, rejected, addAll } = usePictureUploads({ studio_id, owner, count: pictures.length })
  const { dropZone, isOver } = useFileDrop<HTMLDivElement>(addAll)
  const isFull = pictures.length >= PICTURES_MAX
  return (
    <div
      ref={dropZone}
      className={cx('grid gap-4 rounded-md', isOver && 'outline-2 outline-offset-4 outline-ring outline-dashed')}
    >
      <PictureList studio_id={studio_id} pictures={pictures} name={name} />
      <div>
        <FileButton
          label="Picture files"
          types={rule.types}
          isMultiple
          pending={progress !== null}
          disabled={isFull}
          onFiles={addAll}
        >
          {isFull ? `${PICTURES_MAX} of ${PICTURES_MAX} pictures` : 'Add a picture'}
        </FileButton>
      </div>
      {progress && (
        <Progress label={`Uploading picture ${progress.number} of ${progress.total}`} done={progress.done} />
      )}
      {rejected.length > 0 && (
        <div role="alert">
          <ul className="grid gap-1 text-sm text-cancelled">
            {rejected.map(({ name, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and entries are only added at the end.
              <li key={index} className="wrap-anywhere">
                {name}: {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="text-sm text-muted-foreground">
        Choose files or drop them here: JPEG, PNG or WebP, at most {rule.max_mb} MB each, {PICTURES_MAX} pictures in
        all. The first is the cover.
      </p>
    </div>
  )
}
