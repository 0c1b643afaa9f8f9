import { tour } from '../content/tour.ts'
import captions from '../pictures/tour.vtt?url'
import video from '../pictures/tour.webm?url'
import { SiteDialog } from './site-dialog.tsx'

/** The dialog of Watch Overview: a video of the product with captions and a transcript. It plays when the dialog opens. */
export function TourDialog() {
  return (
    <SiteDialog id="tour" title="StudioHub in a minute" text="One booking, from the request to the session." wide>
      <video
        controls
        muted
        playsInline
        preload="none"
        width={1280}
        height={800}
        aria-label="A tour of StudioHub"
        className="aspect-[16/10] h-auto w-full rounded-md border border-border bg-background"
      >
        <source src={video} type="video/webm" />
        <track kind="captions" src={captions} srcLang="en" label="English" />
      </video>
      <details className="text-sm">
        <summary className="cursor-pointer font-medium text-link">Read the transcript</summary>
        <ol className="mt-3 grid gap-3">
          {tour.map(({ scene, title, caption }) => (
            <li key={scene}>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-muted-foreground">{caption}</p>
            </li>
          ))}
        </ol>
      </details>
    </SiteDialog>
  )
}
