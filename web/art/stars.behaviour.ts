const COUNT = 5

/** Lights the sky behind a first view: points and shooting stars, which the styles draw. */
export function attach(sky: HTMLElement): void {
  for (let i = 0; i < COUNT; i += 1) sky.append(document.createElement('i'))
  sky.dataset['lit'] = ''
}
