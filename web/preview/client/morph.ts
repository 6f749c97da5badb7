import { Idiomorph } from 'idiomorph'
import type { ServerState } from './server-state.ts'

/**
 * Updates the page to what the server writes now, and touches only what the server wrote differently before: scroll
 * position, focus, open details and the changes of scripts stay. Returns the new markup of islands that React already
 * runs.
 */
export function morphPage(state: ServerState, next: Document): Map<HTMLElement, HTMLElement> {
  const islands = new Map<HTMLElement, HTMLElement>()
  const matches = new Map<Node, Node>()

  document.title = next.title
  const [style, nextStyle] = [document.head.querySelector('style'), next.head.querySelector('style')]
  if (style && nextStyle && style.textContent !== nextStyle.textContent)
    style.textContent = nextStyle.textContent

  // It returns a promise only where it waits for the scripts of a new head.
  void Idiomorph.morph(document.body, next.body, {
    morphStyle: 'outerHTML',
    ignoreActiveValue: true,
    callbacks: {
      beforeNodeMorphed: (live: Node, fresh: Node) => {
        if (isBar(live) || state.written(live)?.isEqualNode(fresh)) return false
        if (live instanceof HTMLElement && isRunning(live)) {
          islands.set(live, document.importNode(fresh, true) as HTMLElement)
          return false
        }
        matches.set(live, fresh)
        return true
      },
      afterNodeMorphed: (live: Node, fresh: Node) => state.rememberOne(live, fresh.cloneNode(true)),
      afterNodeAdded: (added: Node) => state.remember(added, added.cloneNode(true)),
      beforeNodeRemoved: (live: Node) => state.written(live) !== undefined && !isBar(live),
      beforeAttributeUpdated: (name: string, live: Element) => {
        const [before, now] = [state.written(live), matches.get(live)]
        if (!(before instanceof Element) || !(now instanceof Element)) return true
        return before.getAttribute(name) !== now.getAttribute(name)
      },
    },
  })
  return islands
}

function isBar(node: Node): boolean {
  return node.nodeName === 'PREVIEW-BAR'
}

/** Whether React runs in this element, and owns what is inside. */
function isRunning(element: HTMLElement): boolean {
  return (
    element.dataset['island'] !== undefined &&
    Object.keys(element).some((key) => key.startsWith('__reactContainer'))
  )
}
