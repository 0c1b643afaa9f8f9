import { lazy, Suspense } from 'react'
import { SkeletonRows } from '#ui/skeleton.tsx'
import type { PictureOwner } from '../pictures/api.ts'

const PicturesSection = lazy(async () => ({
  default: (await import('../pictures/components/pictures-section.tsx')).PicturesSection,
}))

type PicturesPartProps = {
  studio_id: string
  /** Null for a service, room or person that is not saved yet. */
  owner: PictureOwner | null
  name: string
  /** Where the pictures are shown, as a sentence. */
  place?: string
}

/** The pictures of a service, a room or a person below its form. */
export function PicturesPart({
  studio_id,
  owner,
  name,
  place = 'Shown on your public page and to your clients.',
}: PicturesPartProps) {
  return (
    <section aria-labelledby="pictures" className="mt-5 grid gap-3 border-t border-border pt-5">
      <div className="grid gap-1">
        <h3 id="pictures" className="font-semibold">
          Pictures
        </h3>
        <p className="text-sm text-muted-foreground">
          {owner ? `${place} Changes here are saved at once.` : 'You can add pictures after saving.'}
        </p>
      </div>
      {owner && (
        <Suspense fallback={<SkeletonRows />}>
          <PicturesSection studio_id={studio_id} owner={owner} name={name} />
        </Suspense>
      )}
    </section>
  )
}
