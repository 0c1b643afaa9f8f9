import { LoaderCircle } from 'lucide-react'
import { cx } from './cx.ts'

/** Turns while something goes on; the words beside it say what. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cx('size-4 animate-spin', className)} />
}

/** A whole screen that waits, with its sentence. */
export function WaitingScreen({ children }: { children: string }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-muted-foreground">
      <Spinner className="size-8 text-link" />
      <h1 className="font-sans font-normal">
        <span role="status">{children}</span>
      </h1>
    </main>
  )
}
