const COUNT = 5

/** Lights the sky behind a first view: points and shooting stars, which the styles draw. */
export function attach(sky: HTMLElement): void {
  sky.append(...Array.from({ length: COUNT }, () => document.createElement('i')))
  sky.setAttribute('data-lit', '')
}
