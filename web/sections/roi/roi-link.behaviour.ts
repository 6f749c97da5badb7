import { ROI_LINK } from './roi-link.ts'

/** Brings the calculator into view when the address carries its inputs. */
export function attach(element: HTMLElement): void {
  const follow = () => {
    if (location.hash.startsWith(ROI_LINK)) element.scrollIntoView()
  }
  follow()
  addEventListener('hashchange', follow)
}
