import { z } from 'zod'
import { keepDraft, readDraft } from './draft.ts'

const Saves = z.record(z.string(), z.number())

const nameOf = (studio_id: string) => `settings.${studio_id}.saves`

const savesOf = (studio_id: string) => Saves.safeParse(readDraft(nameOf(studio_id))).data ?? {}

/** Records a save made in this browser tab. The server accepted it, so only this save lies between the two versions. */
export function recordOwnSave(studio_id: string, from: number, to: number) {
  keepDraft(nameOf(studio_id), { ...savesOf(studio_id), [from]: to })
}

/** The version that a draft belongs to after the saves made in this browser tab. */
export function afterOwnSaves(studio_id: string, version: number): number {
  const saves = savesOf(studio_id)
  let latest = version
  for (let next = saves[latest]; next !== undefined && next > latest; next = saves[latest]) latest = next
  return latest
}
