import { useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { NewVersion, reloadForNewVersion } from '#lib/page/new-version.ts'
import { onReconnect, retryConnection } from '#lib/server/connection.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useTitle } from '#ui/page.tsx'
import { Failed } from '#ui/states.tsx'

type FailureProps = {
  error: unknown
  home?: string
  /** What could not be loaded, if the area knows it. */
  title?: string | undefined
}

/** The content of an error boundary: a message, a retry and a way home. */
export function RouteFailure({ error, home = paths.home, title }: FailureProps) {
  useTitle('Something went wrong - StudioHub')
  return (
    <div className="mx-auto grid w-full max-w-xl content-center p-4 md:p-8">
      <h1 className="sr-only">Something went wrong</h1>
      {wayOn(error, home, title)}
    </div>
  )
}

function wayOn(error: unknown, home: string, title: string | undefined) {
  if (error instanceof NewVersion) return <Outdated error={error} />
  const { code, message } = describeError(error)
  if (code === 'UNREACHABLE') return <Unreachable title={title} message={message} />
  return <Broken title={title} code={code} message={message} home={home} />
}

/** The outermost error boundary: without the frame of an area. */
export function WholePageFailure(props: FailureProps) {
  return (
    <main className="grid min-h-dvh content-center">
      <RouteFailure {...props} />
    </main>
  )
}

function Outdated({ error: { isWorthReload, message } }: { error: NewVersion }) {
  useEffect(() => {
    if (isWorthReload) window.location.reload()
  }, [isWorthReload])
  if (isWorthReload) return <p role="status">Loading the new version...</p>
  return (
    <Failed
      title="A new version is available"
      message={message}
      action={<Button onClick={reloadForNewVersion}>Reload</Button>}
    />
  )
}

type UnreachableProps = { title: string | undefined; message: string }

function Unreachable({ title = 'This page could not be loaded', message }: UnreachableProps) {
  const [asking, setAsking] = useState(false)
  // Reload automatically once the server responds again.
  useEffect(() => onReconnect(() => window.location.reload()), [])
  const retry = async () => {
    setAsking(true)
    if (await retryConnection()) window.location.reload()
    setAsking(false)
  }
  return <Failed title={title} message={message} onRetry={() => void retry()} retrying={asking} />
}

type BrokenProps = UnreachableProps & { code: string; home: string }

function Broken({ title = 'This page could not be shown', code, message, home }: BrokenProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <Failed
      title={title}
      // Unknown errors carry the JavaScript engine's message, which does not help users.
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
