const NAME_MAX = 40

/**
 * A reminder as a text message. It fits into two parts in any script: 134 UTF-16 units (70 in one part, 67 in each of two).
 * It contains no free text of clients.
 */
export const textReminder = ({ studioName, day, time }: { studioName: string; day: string; time: string }): string =>
  `${shortName(studioName)}: your session is on ${day} at ${time}. Reply STOP to end these texts.`

// With a space after each dot, phones do not make links of names. Surrogate pairs are not cut.
function shortName(name: string): string {
  const spaced = name.replaceAll(/\.(?=\S)/g, '. ')
  if (spaced.length <= NAME_MAX) return spaced
  return `${spaced
    .slice(0, NAME_MAX - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}
