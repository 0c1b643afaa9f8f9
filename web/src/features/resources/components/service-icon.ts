import {
  AudioLines,
  Camera,
  DoorOpen,
  ListMusic,
  type LucideIcon,
  MessageSquare,
  Mic,
  Play,
  Scissors,
  SlidersHorizontal,
  Users,
} from 'lucide-react'

/** The icons of kinds of services, by words of their keys. The first match counts: a video podcast is a podcast. */
const iconsByWord: readonly (readonly [RegExp, LucideIcon])[] = [
  [/record|vocal|voice|podcast/, Mic],
  [/mix|grading/, SlidersHorizontal],
  [/master/, AudioLines],
  [/rehears|band|lesson/, Users],
  [/consult|advice/, MessageSquare],
  [/photo|retouch/, Camera],
  [/edit/, Scissors],
  [/video|film|shoot/, Play],
  [/rent|room/, DoorOpen],
]

/** The icon of a service's kind, by its key such as `vocal_recording`. */
export const chooseServiceIcon = (key: string): LucideIcon =>
  iconsByWord.find(([pattern]) => pattern.test(key))?.[1] ?? ListMusic
