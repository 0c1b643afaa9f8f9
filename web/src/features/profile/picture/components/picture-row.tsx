import { roleLabels } from '@studiohub/contract/actor.ts'
import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { imageRules } from '@studiohub/contract/shared/images.ts'
import { Camera, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { checkImageFile } from '#lib/server/check-image-file.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { Progress } from '#ui/progress.tsx'
import { toast } from '#ui/toast.tsx'
import { useDeleteAvatar, useUpdateAvatar } from '../api.ts'

const rule = imageRules.avatar

/** The user's picture, name and role, with buttons to change or remove the picture. */
export function PictureRow({ me }: { me: Me }) {
  const [progress, setProgress] = useState(0)
  const [isHintShown, setHintShown] = useState(false)
  const upload = useUpdateAvatar()
  const remove = useDeleteAvatar()

  const uploadPicture = (file: File) => {
    const error = checkImageFile(file, rule)
    if (error) return toast.error({ title: 'Invalid file', description: error })
    setProgress(0)
    upload.mutate({ file, onProgress: setProgress })
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <span className="relative flex">
          <Avatar src={me.user.avatar_url} email={me.user.email} large />
          {/* The touch area of the button is the whole picture. */}
          <span className="absolute -right-2 -bottom-2 [&_button]:relative [&_button]:size-7 [&_button]:rounded-full [&_button]:p-0 [&_button]:after:absolute [&_button]:after:-inset-2 [&_button]:after:-top-13 [&_button]:after:-left-13 md:[&_button]:after:-top-15 md:[&_button]:after:-left-15">
            <FileButton
              label="Profile picture"
              types={rule.types}
              size="icon"
              icon={Camera}
              pending={upload.isPending}
              onOpen={() => setHintShown(true)}
              onFile={uploadPicture}
            >
              <span className="sr-only">{me.user.avatar_url ? 'Change picture' : 'Upload picture'}</span>
            </FileButton>
          </span>
        </span>
        <div className="grid min-w-40 flex-1 grid-cols-1 gap-0.5">
          <p className="truncate text-lg font-semibold">{me.profile.full_name || me.user.email}</p>
          {me.role && <p className="text-sm text-muted-foreground">{roleLabels[me.role]}</p>}
        </div>
        {me.user.avatar_url && (
          <Button look="quiet" onClick={() => remove.mutate({})} pending={remove.isPending} pendingText="Removing...">
            <Trash2 aria-hidden />
            Remove picture
          </Button>
        )}
      </div>
      {isHintShown && <p className="text-xs text-muted-foreground">A JPEG, PNG or WebP of at most {rule.max_mb} MB.</p>}
      {upload.isPending && <Progress label="Uploading the picture" done={progress} />}
    </div>
  )
}
