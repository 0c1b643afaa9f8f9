import { useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { NewVersionError, reloadForNewVersion } from '#lib/page/new-version.ts'
import { onReconnect, retryConnection } from '#lib/server/connection.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useTitle } from '#ui/page.tsx'
import { ErrorState } from '#ui/states.tsx'

type RouteErrorProps = {
  error: unknown
  home?: string
  /** The title of the error, if the area has its own. */
  title?: string | undefined
}

/** The content of an error boundary: a message, a retry and a way home. */
export function RouteError({ error, home = paths.home, title }: RouteErrorProps) {
  useTitle('Something went wrong - StudioHub')
  return (
    <div className="mx-auto grid w-full max-w-xl content-center p-4 md:p-8">
      <h1 className="sr-only">Something went wrong</h1>
      {renderError(error, home, title)}
    </div>
  )
}

function renderError(error: unknown, home: string, title: string | undefined) {
  if (error instanceof NewVersionError) return <OutdatedPage error={error} />
  const { code, message } = describeError(error)
  if (code === 'UNREACHABLE') return <UnreachablePage title={title} message={message} />
  return <BrokenPage title={title} code={code} message={message} home={home} />
}

/** The outermost error boundary: without the frame of an area. */
export function FullPageError(props: RouteErrorProps) {
  return (
    <main className="grid min-h-dvh content-center">
      <RouteError {...props} />
    </main>
  )
}

function OutdatedPage({ error: { canReload, message } }: { error: NewVersionError }) {
  useEffect(() => {
    if (canReload) window.location.reload()
  }, [canReload])
  if (canReload) return <p role="status">Loading the new version...</p>
  return (
    <ErrorState
      title="A new version is available"
      message={message}
      action={<Button onClick={reloadForNewVersion}>Reload</Button>}
    />
  )
}

type UnreachablePageProps = { title: string | undefined; message: string }

function UnreachablePage({ title = 'This page could not be loaded', message }: UnreachablePageProps) {
  const [isRetrying, setIsRetrying] = useState(false)
  // Reload automatically once the server responds again.
  useEffect(() => onReconnect(() => window.location.reload()), [])
  const retry = async () => {
    setIsRetrying(true)
    if (await retryConnection()) window.location.reload()
    setIsRetrying(false)
  }
  return <ErrorState title={title} message={message} onRetry={() => void retry()} retrying={isRetrying} />
}

type BrokenPageProps = UnreachablePageProps & { code: string; home: string }

function BrokenPage({ title = 'This page could not be shown', code, message, home }: BrokenPageProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <ErrorState
      title={title}
      // Unknown errors have the JavaScript engine's message, which does not help users.
      message={code === 'UNKNOWN' ? 'Something broke on this page. Try again, or go back to your home page.' : message}
      onRetry={() => void revalidate()}
      retrying={state === 'loading'}
      action={
        <ButtonLink look="quiet">
          <Link to={home}>Go to my home</Link>
        </ButtonLink>
      }
    />
  )
}
