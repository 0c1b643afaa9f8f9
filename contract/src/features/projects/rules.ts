import { type Phase, type ProjectStatus, phases } from './words.ts'

/** The next phase, or null at the last one: the screen then says so and saves nothing. */
export function nextPhase(phase: Phase): Phase | null {
  return phases[phases.indexOf(phase) + 1] ?? null
}

/** The previous phase, or null at the first one. */
export function previousPhase(phase: Phase): Phase | null {
  return phases[phases.indexOf(phase) - 1] ?? null
}

/** A draft becomes active when it leaves pre-production. People make all other changes of status. */
export function chooseStatusAfterMove(phase: Phase, status: ProjectStatus): ProjectStatus {
  return status === 'draft' && phase !== 'pre_production' ? 'active' : status
}

/** The time spent in one phase; `ended_at` is null for the current one. */
export type PhaseStay = {
  phase: Phase
  since: string
  ended_at: string | null
  milliseconds: number
  moved_by: string | null
}

/** How long a project stayed in each phase, in the order of its history; the current stay counts until `now`. */
export function listPhaseStays(
  history: readonly { phase: Phase; moved_at: string; moved_by: string | null }[],
  now: Date,
): PhaseStay[] {
  return history.map(({ phase, moved_at, moved_by }, index) => {
    const ended_at = history[index + 1]?.moved_at ?? null
    const end = ended_at === null ? now.getTime() : Date.parse(ended_at)
    return { phase, since: moved_at, ended_at, milliseconds: Math.max(0, end - Date.parse(moved_at)), moved_by }
  })
}
