const NAME_MAX = 40

/**
 * A reminder as a text message, without free text of clients. It fits into two parts in any script: 134 UTF-16 units (one part
 * has 70, each of two parts has 67).
 */
export const textReminder = ({ studioName, day, time }: { studioName: string; day: string; time: string }): string =>
  `${shortName(studioName)}: your session is on ${day} at ${time}. Reply STOP to end these texts.`

// A space after each dot stops phones from turning a name into a link. The cut never splits a surrogate pair.
function shortName(name: string): string {
  const spaced = name.replaceAll(/\.(?=\S)/g, '. ')
  if (spaced.length <= NAME_MAX) return spaced
  return `${spaced
    .slice(0, NAME_MAX - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}
