import { Button } from '#ui/button.tsx'
import { useGoogleSignIn } from '../api.ts'

type GoogleButtonProps = { namespace: string | null; as?: 'client' | 'crew'; next: string | null }

/** Always visible, as in the spec; if Google is not set up, a click shows a message. */
export function GoogleButton(place: GoogleButtonProps) {
  const google = useGoogleSignIn()
  return (
    <div className="grid gap-2">
      <div aria-hidden className="flex items-center gap-3 text-xs text-muted-foreground">
        <span className="h-px flex-1 bg-border" />
        or
        <span className="h-px flex-1 bg-border" />
      </div>
      <Button look="secondary" onClick={() => google.mutate(place)} pending={google.isPending || google.data === true}>
        <GoogleMark />
        Continue with Google
      </Button>
      <p role="status" className="text-center text-sm text-muted-foreground empty:hidden">
        {google.data === false && 'Google sign-in is not available here. Use your email and password.'}
      </p>
    </div>
  )
}

function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24">
      <path
        fill="#4285F4"
        d="M23 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.2a5.3 5.3 0 0 1-2.3 3.5v2.9h3.7c2.2-2 3.4-5 3.4-8.6z"
      />
      <path
        fill="#34A853"
        d="M12 23.5c3.1 0 5.7-1 7.6-2.8l-3.7-2.9c-1 .7-2.4 1.1-3.9 1.1-3 0-5.5-2-6.4-4.7H1.8v3C3.7 21 7.6 23.5 12 23.5z"
      />
      <path fill="#FBBC05" d="M5.6 14.2a6.9 6.9 0 0 1 0-4.4v-3H1.8a11.5 11.5 0 0 0 0 10.4l3.8-3z" />
      <path
        fill="#EA4335"
        d="M12 5.1c1.7 0 3.2.6 4.4 1.7l3.3-3.3A11.5 11.5 0 0 0 1.8 6.8l3.8 3C6.5 7.1 9 5.1 12 5.1z"
      />
    </svg>
  )
}
