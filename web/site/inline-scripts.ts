const MARK =
  "let d=document.documentElement.dataset,[a,b]=document.querySelectorAll('[name=theme-color]'),t;try{t=localStorage.theme;if(t=='dark'||t=='light'){d.theme=t;a.content=b.content=(t=='dark'?b:a).content}}catch{}d.js='';addEventListener('error',e=>e.target.type=='module'&&delete d.js,1);"
const READ_FROM_TOP =
  "t=performance.getEntriesByType('navigation')[0];if(t?.type=='navigate'&&!/#/.test(t.name+location))d.below='';addEventListener('hashchange',()=>{if('below'in d){delete d.below;t=document.querySelector(':target');t?.scrollIntoView()}});addEventListener('keydown',e=>(/^(End|F3)$/.test(e.key)||e.ctrlKey||e.metaKey)&&delete d.below);addEventListener('focusin',e=>{t=e.target;if('below'in d&&t.matches('main :not(:hover)')){delete d.below;t.scrollIntoView({block:'nearest'})}})"

/**
 * Runs before first paint: applies the chosen theme, also to the browser's own bars, and marks the page as scripted.
 * Where the page's script can't be fetched, the page counts as one without scripts after all. Inline, as a request would
 * let the wrong theme flash.
 *
 * On a page that is `long`, it adds the mark `below` where the page opens at its top: at no section, and at no place
 * where it was left. A link to a passage (`#:~:text=`) leads further down as well: of it the page's address keeps nothing,
 * and in Chromium the entry of its navigation all. A link to a section removes that mark, and so do the focus and the
 * keys that lead further down: End, F3, and Ctrl or ⌘, before the letter that finds words comes. A selector with `:has()`
 * could do the same, and would block a slow phone for 1.5 s of a visit. What gets the focus by a press is not scrolled
 * to, or the release would miss it: it is under the pointer, and in Firefox not active yet.
 */
export function firstPaintScript({ long }: { long: boolean }): string {
  return `{${MARK}${long ? READ_FROM_TOP : ''}}`
}

/**
 * Stands behind a style sheet in the body, and does nothing. Firefox reads on past a style sheet: it would lay out all
 * below without its rules, scroll to the section that an address names, and end far from it once they come. At a script
 * it waits.
 */
export const styledScript = '{}'

/** Lets the browser prepare the page of a link that somebody is about to follow. */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: '/api/*' } },
          { not: { href_matches: '/studio*' } },
          { not: { href_matches: '/assets/*' } },
          // A pattern for fragments would match every address, since it matches an empty fragment as well.
          { not: { selector_matches: '[href*="#"],[download],[target]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})
