import type { AttentionKind } from '@studiohub/contract/features/admin/attention/words.ts'

/** What helps against a problem of a studio: an email to its owner, or a longer trial. Other problems have a page of their own. */
export type ProblemAction = 'letter' | 'trial'

const actionsByKind: Partial<Record<AttentionKind, ProblemAction>> = {
  payment_failed: 'letter',
  trial_ended: 'trial',
  trial_ending: 'trial',
  domain_missing: 'letter',
  domain_unproven: 'letter',
  sender_unproven: 'letter',
}

/**
 * The action beside each problem of a studio. An action is beside one problem only, so that the page has one button of its name.
 * @param problems the most urgent first
 * @param possible the actions that this studio has
 */
export function chooseProblemActions(problems: readonly { kind: AttentionKind }[], possible: readonly ProblemAction[]) {
  const chosen = new Map<ProblemAction, AttentionKind>()
  for (const { kind } of problems) {
    const action = actionsByKind[kind]
    const choice = action && possible.includes(action) ? action : action && possible.find((other) => other === 'letter')
    if (choice && !chosen.has(choice)) chosen.set(choice, kind)
  }
  return new Map([...chosen].map(([action, kind]) => [kind, action]))
}
