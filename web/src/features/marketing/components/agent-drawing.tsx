import type { ReactNode } from 'react'
import type { AgentName } from '../content/landing.ts'

const lineProps = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

const drawings: Record<AgentName, ReactNode> = {
  // A shot list with its first lines ticked.
  prea: (
    <>
      <rect x="34" y="14" width="52" height="62" rx="6" {...lineProps} />
      <path d="m44 30 4 4 7-8M44 48l4 4 7-8" {...lineProps} className="text-link" />
      <path d="M62 31h14M62 49h14M45 65h31" {...lineProps} />
    </>
  ),
  // A lamp that shines on a microphone.
  proa: (
    <>
      <path d="M24 12h20l8 16H16z" {...lineProps} />
      <path d="m22 36-8 34M46 36l10 34" {...lineProps} strokeDasharray="3 7" className="text-link" />
      <rect x="70" y="26" width="18" height="30" rx="9" {...lineProps} />
      <path d="M64 46a15 15 0 0 0 30 0M79 61v13M70 75h18" {...lineProps} />
    </>
  ),
  // Tracks on a timeline with the playhead on them.
  posta: (
    <>
      <path d="M14 24h38M62 24h40M14 46h22M46 46h56M14 68h52M76 68h26" {...lineProps} strokeWidth={9} opacity={0.55} />
      <path d="M58 10v70" {...lineProps} className="text-link" />
      <path d="m52 8 6 8 6-8z" fill="currentColor" className="text-link" />
    </>
  ),
  // A video that goes to three places.
  dista: (
    <>
      <circle cx="28" cy="45" r="13" {...lineProps} />
      <path d="m25 39 9 6-9 6z" fill="currentColor" />
      <path d="M43 40 76 22M44 45h32M43 50l33 18" {...lineProps} strokeDasharray="3 7" className="text-link" />
      <circle cx="86" cy="18" r="7" {...lineProps} />
      <circle cx="88" cy="45" r="7" {...lineProps} />
      <circle cx="86" cy="72" r="7" {...lineProps} />
    </>
  ),
}

/** A decorative illustration of an agent's work. */
export const AgentDrawing = ({ agent }: { agent: AgentName }) => (
  <svg aria-hidden="true" viewBox="0 0 116 90" className="h-14 w-full text-muted-foreground md:h-24">
    {drawings[agent]}
  </svg>
)
