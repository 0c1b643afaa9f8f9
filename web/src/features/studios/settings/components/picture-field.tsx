import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import type { StudioAsset } from '@studiohub/contract/features/studios/words.ts'
import { imageRules } from '@studiohub/contract/shared/images.ts'
import { ImageIcon, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { checkImageFile } from '#lib/server/check-image-file.ts'
import { Button } from '#ui/button.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { Progress } from '#ui/progress.tsx'
import { toast } from '#ui/toast.tsx'
import { useDeleteAsset, useUpdateAsset } from '../api.ts'

const columns = {
  logo: 'logo_url',
  favicon: 'favicon_url',
  hero: 'hero_image_url',
  background: 'background_image_url',
} as const satisfies Record<StudioAsset, keyof Studio>

type PictureFieldProps = { studio: Studio; asset: StudioAsset; label: string; hint: string }

/** One of a studio's images: preview, upload with progress, replace, remove. */
export function PictureField({ studio, asset, label, hint }: PictureFieldProps) {
  const rule = imageRules[asset]
  const url = studio[columns[asset]]
  const [progress, setProgress] = useState(0)
  const upload = useUpdateAsset()
  const remove = useDeleteAsset()
  const uploadImage = (file: File) => {
    const error = checkImageFile(file, rule)
    if (error) return toast.error({ title: 'Invalid file', description: error })
    setProgress(0)
    upload.mutate({ studio_id: studio.id, asset, file, onProgress: setProgress })
  }
  return (
    <fieldset className="grid grid-cols-1 gap-3 border-b border-border pb-4 last:border-0 last:pb-0">
      <legend className="sr-only">{label}</legend>
      {/* The buttons are beside the label, and the hint is below both. */}
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-sm md:gap-x-4">
        <Picture url={url} />
        <p className="font-medium">{label}</p>
        <div className="flex gap-1">
          <FileButton label={`${label} file`} types={rule.types} pending={upload.isPending} onFile={uploadImage}>
            {url ? 'Replace' : 'Upload'}
            <span className="sr-only">{label.toLowerCase()}</span>
          </FileButton>
          {url && (
            <Button
              look="quiet"
              onClick={() => remove.mutate({ studio_id: studio.id, asset })}
              className="max-md:px-3"
              pending={remove.isPending}
              pendingText="Removing..."
            >
              <Trash2 aria-hidden />
              <span className="max-md:sr-only">Remove</span>
              <span className="sr-only">{label.toLowerCase()}</span>
            </Button>
          )}
        </div>
        <p className="col-span-2 text-muted-foreground">
          {hint} At most {rule.max_mb} MB.
        </p>
      </div>
      {upload.isPending && <Progress label={`Uploading the ${label.toLowerCase()}`} done={progress} />}
    </fieldset>
  )
}

const Picture = ({ url }: { url: string | null }) => (
  <span className="row-span-2 grid h-16 w-24 shrink-0 place-items-center max-md:w-16 overflow-hidden rounded-md border border-border bg-muted text-muted-foreground">
    {url ? <img src={url} alt="" className="size-full object-contain" /> : <ImageIcon aria-hidden className="size-6" />}
  </span>
)
