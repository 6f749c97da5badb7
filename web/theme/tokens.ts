import { createTheme } from 'styled-components'

const light = {
  bg: '#F1F3F0',
  sheet: '#FCFDFB',
  sunk: '#E6EAE5',
  ink: '#0D1612',
  ink2: '#36423C',
  ink3: '#55615B',
  rule: '#CAD2CB',
  rule2: '#7B8880',
  signal: '#BF2E19',
  onSignal: '#FFFFFF',
  inv: '#0D1612',
  invSheet: '#16221C',
  invInk: '#EEF3EF',
  invInk2: '#B5C2BA',
  invRule: '#2C3933',
  invSignal: '#FF7455',
  /** Edge of a record, a table or a form: ink on paper, a quieter rule in the dark. */
  edge: '#0D1612',
  /** Edge of the second sheet behind a record. */
  edge2: '#7B8880',
}

type Palette = typeof light

const dark: Palette = {
  bg: '#090F0C',
  sheet: '#111A16',
  sunk: '#060A08',
  ink: '#ECF2ED',
  ink2: '#B9C5BD',
  ink3: '#909D95',
  rule: '#232E28',
  rule2: '#64726A',
  signal: '#FF7455',
  onSignal: '#160502',
  inv: '#131D18',
  invSheet: '#1A2620',
  invInk: '#EEF3EF',
  invInk2: '#B5C2BA',
  invRule: '#2C3933',
  invSignal: '#FF7455',
  edge: '#64726A',
  edge2: '#232E28',
}

const text = {
  hero: 'clamp(2.75rem,1.2rem + 6.9vw,7.5rem)',
  h1: 'clamp(2.625rem,1.5rem + 4.8vw,5.75rem)',
  h2: 'clamp(2.125rem,1.3rem + 3.3vw,4.25rem)',
  h3: 'clamp(1.3125rem,1.15rem + .7vw,1.75rem)',
  h4: 'clamp(1.125rem,1.08rem + .2vw,1.25rem)',
  lead: 'clamp(1.125rem,1.05rem + .4vw,1.375rem)',
  body: 'clamp(1.0625rem,1.03rem + .15vw,1.125rem)',
  small: '.9375rem',
  micro: '.8125rem',
  number: 'clamp(4rem,1.6rem + 9.6vw,10.5rem)',
}

/** Measures that change with the viewport: `global.ts` sets them per breakpoint. */
const layout = {
  header: '4rem',
  rail: '0px',
  left: '20px',
  right: '20px',
  section: 'clamp(72px,9.2vw,144px)',
}

const colors = createTheme(light, { prefix: 'c' })
const texts = createTheme(text, { prefix: 't' })
const layouts = createTheme(layout, { prefix: 'l' })

type Variables<T> = { [K in keyof T]: string }

function variables<T extends Record<string, string>>(names: T): Variables<T> {
  return Object.fromEntries(Object.entries(names).map(([key, name]) => [key, `var(${name})`])) as Variables<T>
}

/** Rules that set variables: `names` from `vars`, with their values. */
export function declare<T extends string>(
  names: Record<T, string>,
  values: Partial<Record<NoInfer<T>, string>>,
): string {
  return (Object.entries(values) as [T, string][]).map(([key, value]) => `${names[key]}:${value};`).join('')
}

/** The colours as values, for what no style sheet reaches: icons, cards, a browser's own bars. */
export const palette = { light, dark } as const

/** The colours of an inverted band, in both themes, that have no `inv…` counterpart. */
export const invertedPalette = {
  ink3: '#9daba3',
  rule2: '#66756c',
  edge: '#66756c',
  onSignal: '#160502',
  sunk: '#1c2a23',
} as const satisfies Partial<Palette>

/** Bare names of the variables, for rules that set them. */
export const vars = { color: colors.vars, text: texts.vars, layout: layouts.vars }
/** Colours by role: `color.ink` is `var(--c-ink)`. */
export const color = variables(vars.color)
/** Type sizes by role. */
export const size = variables(vars.text)
/** Responsive measures: header height, rail position, page padding, section padding. */
export const measure = variables(vars.layout)

export const lightPalette = declare(vars.color, light)
export const darkPalette = declare(vars.color, dark)
export const measures = declare(vars.text, text) + declare(vars.layout, layout)

export const font = {
  text: '"Familjen Grotesk","Familjen Fallback",Arial,sans-serif',
  mono: 'ui-monospace,"SF Mono","Cascadia Mono",Consolas,"Liberation Mono",monospace',
}
export const space = {
  s4: '16px',
  s5: '24px',
  s6: '32px',
  s7: '48px',
} as const
export const radius = '2px'
export const ease = { out: 'cubic-bezier(.2,.7,.1,1)', inOut: 'cubic-bezier(.65,0,.35,1)' } as const
export const duration = { press: '140ms', state: '280ms', enter: '600ms', line: '1200ms' } as const
/** The one table of layers: every z-index on the site. */
export const layer = {
  art: -1,
  stars: -2,
  header: 40,
  rail: 45,
  menu: 50,
  dialog: 60,
  toast: 70,
  tooltip: 75,
  skip: 90,
} as const
