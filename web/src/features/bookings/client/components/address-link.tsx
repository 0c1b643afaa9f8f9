import { MapPin } from 'lucide-react'

/** An address as a link to a map; phones open their own map app. */
export const AddressLink = ({ address }: { address: string }) => (
  <a
    href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`}
    target="_blank"
    rel="noreferrer"
    className="inline-flex items-center gap-1.5 text-sm text-link underline underline-offset-4 max-md:-my-3 max-md:py-3"
  >
    <MapPin aria-hidden className="size-4 shrink-0" />
    {address}
  </a>
)
