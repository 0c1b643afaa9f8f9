import { useQuery } from '@tanstack/react-query'
import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { copyToClipboard } from '#ui/copy-text.tsx'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** A QR code of the link. The encoder is loaded on demand. */
const useQrCode = (url: string, isShown: boolean) =>
  useQuery({
    queryKey: ['qr-code', url],
    queryFn: async () => {
      const { encode } = await import('uqr')
      const { data, size } = encode(url, { border: 2 })
      const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
      return { size, path: dark.join('') }
    },
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
  })

const signupUrl = (slug: string) => new URL(paths.signupLink(slug), window.location.origin).href
const COPIED = 'URL copied to clipboard'

export const copySignupLink = (slug: string) => copyToClipboard(signupUrl(slug), COPIED)

/** The sign-up link for clients, as text and, after a click, as QR code. The head of the page copies it. */
export function SignupLink({ slug }: { slug: string }) {
  const url = signupUrl(slug)
  const [isCodeShown, setCodeShown] = useState(false)
  const code = useQrCode(url, isCodeShown)
  return (
    <Card>
      <div className={cx('grid items-start gap-5', isCodeShown && 'md:grid-cols-[1fr_auto]')}>
        <div className="grid grid-cols-1 content-start gap-3">
          <CopyField
            label="Sign-up link"
            hint="People who sign up with it become your clients. Send it, or let them scan the code."
            url={url}
          />
          <Button
            look="secondary"
            aria-expanded={isCodeShown}
            onClick={() => setCodeShown(!isCodeShown)}
            className="justify-self-start"
          >
            <QrCode aria-hidden />
            {isCodeShown ? 'Hide QR code' : 'Show QR code'}
          </Button>
        </div>
        {isCodeShown && (
          <QueryView query={code} loadingText="Loading the QR code..." skeleton={<Skeleton className="size-40" />}>
            {({ size, path }) => (
              <svg
                role="img"
                aria-label="QR code of the sign-up link"
                viewBox={`0 0 ${size} ${size}`}
                shapeRendering="crispEdges"
                className="size-40 rounded-md border border-border"
              >
                <rect width={size} height={size} fill="#ffffff" />
                <path d={path} fill="#000000" />
              </svg>
            )}
          </QueryView>
        )}
      </div>
    </Card>
  )
}
