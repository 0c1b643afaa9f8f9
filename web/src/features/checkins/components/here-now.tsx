import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { ChevronRight, UserCheck } from 'lucide-react'
import { Link } from 'react-router'
import { useNow } from '#lib/hooks/use-now.ts'
import { useCheckins } from '../api.ts'
import { describeStay } from '../model/stay.ts'
import { CheckOut } from './row-buttons.tsx'

type HereNowProps = { studio: Studio; to: string }

const useOpenCheckins = (studio: Studio) =>
  (useCheckins(studio.id).data ?? []).filter(({ check_out_time }) => !check_out_time)

/** `HereNow` as one line for phones. Renders nothing if nobody is here. @param to the page of the check-ins */
export function HereNowLine({ studio, to }: HereNowProps) {
  const open = useOpenCheckins(studio)
  if (open.length === 0) return null
  return (
    <Link
      to={to}
      className="flex min-h-11 min-w-0 items-center gap-2 rounded-md border border-border bg-card px-3 text-sm"
    >
      <UserCheck aria-hidden className="size-4 shrink-0 text-confirmed" />
      <span className="truncate">
        <span className="font-medium">{open.length} here now</span>
        <span className="text-muted-foreground">
          {' '}
          · {open.map(({ client_name }) => client_name ?? 'Client').join(', ')}
        </span>
      </span>
      <ChevronRight aria-hidden className="ml-auto size-4 shrink-0 text-muted-foreground" />
    </Link>
  )
}

/**
 * The clients who are checked in, on wide screens with a button to check them out. Renders nothing if there are none.
 * @param to the page of the check-ins
 */
export function HereNow({ studio, to }: HereNowProps) {
  const open = useOpenCheckins(studio)
  const now = useNow()
  if (open.length === 0) return null
  return (
    <section aria-labelledby="here-now" className="grid grid-cols-1 content-start gap-2">
      <h2 id="here-now" className="flex justify-between text-sm font-semibold">
        <Link to={to} className="hover:underline">
          Here now
        </Link>
        <span className="font-normal text-muted-foreground tabular-nums">{open.length}</span>
      </h2>
      <ul className="grid grid-cols-1 divide-y divide-border border-t border-border">
        {open.map((checkin) => {
          const { id, client_name, booking, check_in_time } = checkin
          return (
            <li key={id} className="flex items-center gap-2 py-2.5">
              <span className="grid min-w-0 grow grid-cols-1 wrap-anywhere">
                <span className="text-sm font-medium">{client_name ?? 'Client'}</span>
                <span className="text-xs text-muted-foreground tabular-nums">
                  {[describeStay(check_in_time, now), booking?.rooms.join(', ')].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="shrink-0 max-md:hidden">
                <CheckOut checkin={checkin} />
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
