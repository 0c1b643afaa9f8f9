/** A studio at night in the studio's own colors, if it has no picture. White text on it is readable in every brand. */
export function HeroDrawing() {
  return (
    <svg
      data-when="no_hero"
      aria-hidden
      viewBox="0 0 1440 420"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 -z-20 size-full bg-[color-mix(in_oklab,var(--c-primary)_45%,black)]"
    >
      <path d="M0 330 1440 292V420H0Z" className="fill-[rgb(0_0_0/0.35)]" />
      <path d="M150 0h330v232H150z" className="fill-[rgb(255_255_255/0.15)]" />
      <path d="M315 0v232M150 112h330" className="stroke-[rgb(0_0_0/0.25)]" strokeWidth="6" />
      <path d="M150 232h330l260 188H240Z" className="fill-[rgb(255_255_255/0.08)]" />
      <rect x="880" y="218" width="250" height="104" rx="12" className="fill-[rgb(0_0_0/0.45)]" />
      <path d="M900 240h210M900 262h210M900 284h120" className="stroke-[rgb(255_255_255/0.25)]" strokeWidth="6" />
      <rect x="800" y="150" width="62" height="106" rx="8" className="fill-[rgb(0_0_0/0.45)]" />
      <circle cx="831" cy="222" r="19" className="fill-[rgb(255_255_255/0.15)]" />
      <circle cx="831" cy="178" r="10" className="fill-[rgb(255_255_255/0.15)]" />
      <rect x="1150" y="150" width="62" height="106" rx="8" className="fill-[rgb(0_0_0/0.45)]" />
      <circle cx="1181" cy="222" r="19" className="fill-[rgb(255_255_255/0.15)]" />
      <circle cx="1181" cy="178" r="10" className="fill-[rgb(255_255_255/0.15)]" />
      <path d="M640 330V176l64-40" fill="none" className="stroke-[rgb(0_0_0/0.55)]" strokeWidth="9" />
      <rect
        x="690"
        y="104"
        width="34"
        height="62"
        rx="17"
        transform="rotate(58 707 135)"
        className="fill-[rgb(255_255_255/0.3)]"
      />
      <path d="M600 338h80" className="stroke-[rgb(0_0_0/0.55)]" strokeWidth="9" />
    </svg>
  )
}

/** A room in the studio's colors, if it has no picture. */
export function RoomDrawing() {
  return (
    <svg
      data-when="no_room_picture"
      aria-hidden
      viewBox="0 0 400 180"
      preserveAspectRatio="xMidYMid slice"
      className="block aspect-[20/9] w-full bg-[color-mix(in_oklab,var(--c-primary)_22%,var(--c-card))]"
    >
      <path d="M0 138h400v42H0z" className="fill-foreground/10" />
      <path d="M48 24h92v70H48z" className="fill-card/70" />
      <path d="M94 24v70M48 59h92" className="stroke-foreground/15" strokeWidth="3" />
      <rect x="212" y="92" width="120" height="52" rx="6" className="fill-foreground/15" />
      <rect x="196" y="60" width="28" height="48" rx="4" className="fill-foreground/20" />
      <rect x="320" y="60" width="28" height="48" rx="4" className="fill-foreground/20" />
    </svg>
  )
}
