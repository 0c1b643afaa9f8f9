import { LoaderCircle } from 'lucide-react'
import { cx } from './cx.ts'

/** Screen readers ignore the spinner, so put text next to it. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cx('size-4 animate-spin', className)} />
}

/** Fills the page while it loads. */
export function LoadingScreen({ children }: { children: string }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-muted-foreground">
      <Spinner className="size-8 text-link" />
      <h1 className="font-sans font-normal">
        <span role="status">{children}</span>
      </h1>
    </main>
  )
}

/** Covers the page while the target of a click is loading. */
export function LoadingOverlay({ children }: { children: string }) {
  return (
    <div className="fixed inset-0 z-40 grid animate-in place-items-center bg-overlay">
      <p role="status" className="flex items-center gap-3 rounded-md border border-border bg-card px-5 py-4 text-sm">
        <Spinner className="text-link" />
        {children}
      </p>
    </div>
  )
}
