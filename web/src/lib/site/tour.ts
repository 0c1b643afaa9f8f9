const SECONDS_A_SLIDE = 6

let timer: ReturnType<typeof setInterval> | undefined

/** The tour's buttons: `next`, `previous`, and `play`, which goes on by itself until it is stopped or at the end. */
export function stepTour(button: HTMLButtonElement, step: string) {
  const tour = button.closest('dialog')
  if (!tour) return
  const playing = timer !== undefined
  stop(tour)
  if (step !== 'play') show(tour, step === 'next' ? 1 : -1)
  else if (!playing) play(tour)
}

function play(tour: HTMLDialogElement) {
  const slides = slidesOf(tour)
  if (at(slides) === slides.length - 1) show(tour, 1 - slides.length)
  label(tour, 'Pause')
  timer = setInterval(() => {
    const last = at(slidesOf(tour)) === slides.length - 1
    if (last || !tour.open) stop(tour)
    else show(tour, 1)
  }, SECONDS_A_SLIDE * 1000)
}

function stop(tour: HTMLDialogElement) {
  clearInterval(timer)
  timer = undefined
  label(tour, 'Play')
}

function label(tour: HTMLDialogElement, text: string) {
  const button = tour.querySelector('[data-step="play"]')
  if (button) button.textContent = text
}

const slidesOf = (tour: HTMLDialogElement) => [...tour.querySelectorAll('li')]
const at = (slides: HTMLElement[]) => slides.findIndex((slide) => !slide.hidden)

function show(tour: HTMLDialogElement, by: number) {
  const slides = slidesOf(tour)
  const now = at(slides)
  const next = Math.min(Math.max(now + by, 0), slides.length - 1)
  for (const [index, slide] of slides.entries()) slide.hidden = index !== next
  const count = tour.querySelector('output')
  if (count) count.textContent = `${next + 1} of ${slides.length}`
}

/** The arrow keys go through the tour while it is open. */
export function listenToArrows() {
  document.addEventListener('keydown', ({ key, target }) => {
    const tour = target instanceof Element ? target.closest('dialog[data-tour]') : null
    if (!(tour instanceof HTMLDialogElement)) return
    if (key === 'ArrowRight') show(tour, 1)
    if (key === 'ArrowLeft') show(tour, -1)
  })
}
