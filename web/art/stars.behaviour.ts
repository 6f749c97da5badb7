const COUNT = 5

/** Adds the elements that the styles draw as shooting stars, and marks the sky as lit. */
export function attach(sky: HTMLElement): void {
  for (let i = 0; i < COUNT; i += 1) sky.append(document.createElement('i'))
  sky.dataset['lit'] = ''
}
