import { print } from './media.ts'
import { color, declare, size, vars } from './tokens.ts'

/** Hides on paper what is pressed, what only moves, and drawings that a reader can do without. */
export const screenOnly = `${print}{display:none!important}`

const sizes = declare(vars.text, {
  hero: '30pt',
  h1: '26pt',
  h2: '19pt',
  h3: '13pt',
  h4: '11.5pt',
  lead: '12pt',
  body: '10.5pt',
  number: '34pt',
})

/* Paper is white in both themes, and has margins of its own instead of the page's padding. */
const sheet = `${declare(vars.color, { bg: '#fff', sheet: '#fff', sunk: '#fff' })}${declare(vars.layout, {
  header: '0px',
  rail: '0px',
  left: '0px',
  right: '0px',
  section: '18pt',
})}`

/* Elements that wait for their motion are transparent or moved aside, and nobody scrolls to them on paper. */
const still =
  'main *{opacity:1!important;transform:none!important}*,*::before,*::after{animation:none!important;transition:none!important}'

/* Navigation leads nowhere on paper, and no form can be filled in: what such a part needs there is an address. */
const controls =
  'nav,form,button,input[type=range],svg[aria-hidden=true],[data-island=waitlist],[data-island=toasts]{display:none!important}'

/* A link within the page needs no address, and one that shows an email address has it. */
const addresses = ['main a[href^="/"]:not([href*="#"])::after', 'main a[href^="http"]::after']
const address = `{position:static;font-weight:400;font-size:${size.micro};color:${color.ink3};overflow-wrap:anywhere}`
const links = `${addresses.join()}${address}${addresses[0]}{content:" (" var(--site) attr(href) ")"}${addresses[1]}{content:" (" attr(href) ")"}`

/*
 * A heading stays with what it heads, a row stays whole, and no paragraph leaves a single line behind. Firefox knows no
 * break-after: there, a heading has room below it that what follows takes back.
 */
const breaks =
  'h2::after{content:"";display:block;height:120pt;margin-bottom:-120pt}h1,h2,h3,h4,summary{break-after:avoid}h1,h2,h3,h4,summary,article,li,dl>div,summary+div>div{break-inside:avoid}p,li{orphans:3;widows:3}'

/** The page on paper: ink on white, every answer open, links with their addresses. */
export const paper = `@page{margin:16mm 18mm}${print}{:root{${sheet}${sizes}font-size:14px}${still}${controls}details::details-content{content-visibility:visible;block-size:auto}${links}${breaks}}`
