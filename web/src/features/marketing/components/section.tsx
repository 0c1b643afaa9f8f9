import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import type { Figure } from '../content/landing.ts'
import type { RoomName } from '../content/pictures.ts'
import { RoomPicture } from './picture.tsx'

type SectionProps = {
  id?: string
  title: string
  text?: string
  /** Gives the section a background and borders. */
  band?: boolean
  /** The server removes it if the platform has no plans. */
  'data-plans'?: string
  children: ReactNode
}

/** A section of a public page with a heading and an optional anchor. */
export function Section({ id, title, text, band = false, children, ...attributes }: SectionProps) {
  return (
    <section
      id={id}
      {...attributes}
      className={cx('scroll-mt-16 py-11 md:py-20', band && 'border-y border-border bg-card')}
    >
      <div className="mx-auto grid w-full max-w-6xl gap-8 px-4 md:gap-10 md:px-8">
        <header className="grid max-w-2xl gap-3">
          <h2 className="text-xl font-semibold tracking-tight md:text-[2rem] md:leading-tight">{title}</h2>
          {text && <p className="text-lg text-muted-foreground">{text}</p>}
        </header>
        {children}
      </div>
    </section>
  )
}

type PageHeadProps = {
  title: string
  text: string
  room?: RoomName
  /** What is beside the text instead of a picture. */
  aside?: ReactNode
  children?: ReactNode
}

/** The header of a public page: title, text and buttons, optionally with the picture of a room. */
export function PageHead({ title, text, room, aside, children }: PageHeadProps) {
  return (
    <header
      className={cx(
        'mx-auto grid w-full max-w-6xl items-center gap-8 px-4 pt-14 pb-10 md:px-8 md:pt-20 md:pb-14',
        Boolean(room || aside) && 'lg:grid-cols-2 lg:gap-12 lg:pt-14',
      )}
    >
      <div className="grid gap-5">
        <h1 className="max-w-3xl text-2xl font-bold tracking-tight text-balance">{title}</h1>
        <p className="max-w-2xl text-lg text-muted-foreground">{text}</p>
        {children && <div className="flex flex-wrap gap-3 pt-1 max-sm:*:w-full">{children}</div>}
      </div>
      {room && <RoomPicture name={room} />}
      {aside}
    </header>
  )
}

/** Figures side by side, each with its label. */
export function Figures({ figures, name }: { figures: readonly Figure[]; name: string }) {
  return (
    <section aria-label={name} className="border-y border-border bg-card">
      <dl className="mx-auto grid w-full max-w-6xl auto-cols-fr gap-x-4 gap-y-6 px-4 py-8 max-md:grid-cols-2 max-md:has-[>:nth-child(3):last-child]:grid-cols-3 md:grid-flow-col md:px-8">
        {figures.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end gap-1">
            <dt className="text-sm text-muted-foreground">{label}</dt>
            <dd className="text-xl font-semibold tracking-tight text-link md:text-[2rem] md:leading-tight">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The call to action at the end of a public page. */
export function Closing({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="mx-auto w-full max-w-6xl px-4 py-11 md:px-8 md:py-20">
      <div className="grid items-center gap-x-12 gap-y-6 rounded-md border border-border bg-card bg-[radial-gradient(40rem_20rem_at_90%_0%,color-mix(in_oklab,var(--c-primary)_14%,transparent),transparent)] p-6 md:p-12 lg:grid-cols-[1fr_auto]">
        <div className="grid gap-3">
          <h2 className="max-w-2xl text-xl font-semibold tracking-tight md:text-[2rem] md:leading-tight">{title}</h2>
          <p className="max-w-2xl text-lg text-muted-foreground">{text}</p>
        </div>
        <div className="flex flex-wrap gap-3">{children}</div>
      </div>
    </section>
  )
}
