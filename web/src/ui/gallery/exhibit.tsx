import type { ReactNode } from 'react'

/** One component of the gallery in all its states. */
export function Exhibit({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-4 rounded-md border border-border bg-card p-5">
      <h2 className="font-semibold">{name}</h2>
      {children}
    </section>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}
