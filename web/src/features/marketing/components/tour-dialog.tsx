import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { pictures } from '../content/pictures.ts'
import { tour } from '../content/tour.ts'
import { Picture } from './picture.tsx'
import { SiteDialog } from './site-dialog.tsx'

/** Watch Overview: real screens with captions, by button, arrow key or by itself (`lib/site/tour.ts`). */
export function TourDialog() {
  return (
    <SiteDialog
      id="tour"
      title="StudioHub in a minute"
      text="One booking, from the open door to the session."
      wide
      tour
    >
      <ol aria-live="polite" className="grid">
        {tour.map(({ picture, title, caption }, index) => (
          <li key={picture} hidden={index > 0} className="grid gap-4">
            <div className="grid aspect-[16/10] place-items-center overflow-hidden rounded-md border border-border bg-background">
              <Picture
                name={picture}
                sizes="(min-width: 56rem) 54rem, 92vw"
                className={pictures[picture].height > pictures[picture].width ? 'h-full w-auto' : 'h-auto w-full'}
              />
            </div>
            <div className="min-h-24 md:min-h-16">
              <h3 className="font-semibold">{title}</h3>
              <p className="text-muted-foreground">{caption}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="flex items-center justify-between gap-4">
        <Button look="secondary" data-step="play">
          Play
        </Button>
        <output className="text-sm text-muted-foreground">1 of {tour.length}</output>
        <div className="flex gap-2">
          <IconButton name="Previous" look="secondary" data-step="previous">
            <ChevronLeft aria-hidden />
          </IconButton>
          <IconButton name="Next" look="secondary" data-step="next">
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
      </div>
    </SiteDialog>
  )
}
