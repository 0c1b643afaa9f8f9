/** Round steps between the lines of a chart, within one power of ten. Each is at most 1.5 times the one before. */
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10]
const LINES_MAX = 3

/** The round values of two or three lines behind the columns of a chart, the last at or above `highest`. None if no column has a height. */
export function listGridValues(highest: number): number[] {
  if (highest <= 0) return []
  const least = highest / LINES_MAX
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * (STEPS.find((value) => value * power >= least) ?? 10)
  return Array.from({ length: Math.ceil(highest / step) }, (_, index) => step * (index + 1))
}
