import { problemOf } from '../lib/problem.ts'
import { useTitle } from '../ui/page.tsx'
import { Failed } from '../ui/states.tsx'

/** The last net: something broke while a page was drawn. */
export function RootFailure({ error }: { error: unknown }) {
  useTitle('Something went wrong - StudioHub')
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center p-6">
      <h1 className="sr-only">Something went wrong</h1>
      <Failed
        title="This page could not be shown"
        message={problemOf(error).message}
        onRetry={() => window.location.reload()}
      />
    </main>
  )
}
