import { createGlobalStyle, css } from 'styled-components'
import { forced } from './forced.ts'
import { from, low, moreContrast, painted, reducedMotion, screen } from './media.ts'
import { paper } from './print.ts'
import {
  color,
  darkPalette,
  declare,
  duration,
  ease,
  font,
  invertedPalette,
  lightPalette,
  measure,
  measures,
  size,
  vars,
} from './tokens.ts'

/**
 * Sets the colours of an inverted band for everything inside it, in both themes. On paper and under forced colours
 * nothing is inverted.
 */
export const inverted = css`
  ${painted} {
    color-scheme: dark;
    background: ${color.inv};
    color: ${color.invInk};
    ${vars.color.ink}: ${color.invInk};
    ${vars.color.ink2}: ${color.invInk2};
    ${vars.color.ink3}: ${invertedPalette.ink3};
    ${vars.color.bg}: ${color.inv};
    ${vars.color.sheet}: ${color.invSheet};
    ${vars.color.rule}: ${color.invRule};
    ${vars.color.rule2}: ${invertedPalette.rule2};
    ${vars.color.edge}: ${invertedPalette.edge};
    ${vars.color.signal}: ${color.invSignal};
    ${vars.color.onSignal}: ${invertedPalette.onSignal};
    ${vars.color.sunk}: ${invertedPalette.sunk};
  }
`

/** For readers who ask for more contrast: no words are muted, and hairlines have 3:1 with their ground. */
const plain = declare(vars.color, {
  ink2: color.ink,
  ink3: color.ink,
  rule: color.rule2,
  invRule: color.rule2,
})

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`

/**
 * Arial scaled to the metrics of Familjen Grotesk, weight by weight, so that nothing moves when the font arrives. The
 * widths were measured over the launch copy; ascent and descent scale with them.
 */
const fallbackFaces = [
  { weight: '400', names: ['Arial', 'Liberation Sans'], width: 0.935 },
  { weight: '500', names: ['Arial', 'Liberation Sans'], width: 0.962 },
  { weight: '600 700', names: ['Arial Bold', 'Liberation Sans Bold'], width: 0.907 },
]
  .map(({ weight, names, width }) => {
    const sources = names.map((name) => `local("${name}")`).join()
    return `@font-face{font-family:"Familjen Fallback";font-weight:${weight};src:${sources};size-adjust:${percent(width)};ascent-override:${percent(1.023 / width)};descent-override:${percent(0.225 / width)};line-gap-override:0%}`
  })
  .join('')

/** Reset, both palettes and the measures that change with the viewport. */
export const GlobalStyle = createGlobalStyle`
${fallbackFaces}
:root{color-scheme:light;${lightPalette}${measures}${vars.layout.rail}:max(3.889vw,calc((100vw - 1440px)/2 + 56px))}
${screen} and (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${darkPalette}}}
${screen}{[data-theme=dark]{color-scheme:dark;${darkPalette}}}
${from.s}{:root{${vars.layout.left}:32px;${vars.layout.right}:32px}}
${from.m}{:root{${vars.layout.header}:6.75rem}}
${from.l}{:root{${vars.layout.left}:clamp(76px,7.78vw,112px);${vars.layout.right}:clamp(32px,4.45vw,64px)}}
${from.xl}{:root{${vars.layout.header}:4.5rem}}
${low}{:root{${vars.layout.header}:3.5rem}}
*,*::before,*::after{box-sizing:border-box}
html{overflow-x:hidden;scroll-behavior:smooth;scroll-padding-top:${measure.header};-webkit-text-size-adjust:100%;text-size-adjust:100%;background:${color.bg}}
body{margin:0;background:${color.bg};color:${color.ink};font:400 ${size.body}/1.55 ${font.text};letter-spacing:.003em;-webkit-font-smoothing:antialiased;overflow-x:clip;overflow-wrap:anywhere}
h1,h2,h3,h4,p,dl,dd,ul,ol,figure{margin:0;padding:0}
ul,ol{list-style:none}
h1,h2,h3,h4{font-weight:600;text-wrap:balance}
p{text-wrap:pretty}
a{color:inherit}
img,svg{display:block}
button,input,textarea,select{font:inherit;color:inherit;letter-spacing:inherit}
button{background:none;border:0;padding:0;cursor:pointer}
fieldset{border:0;margin:0;padding:0;min-width:0}
:focus-visible{outline:3px solid ${color.ink};outline-offset:3px;border-radius:1px}
::selection{background:${color.signal};color:${color.onSignal}}
[hidden]{display:none!important}
@view-transition{navigation:auto}
::view-transition-group(*){animation-duration:${duration.state};animation-timing-function:${ease.out}}
${reducedMotion}{html{scroll-behavior:auto}*,*::before,*::after{animation:none!important;transition:none!important}@view-transition{navigation:none}}
${moreContrast}{:root:root{${plain}}}
${forced}
${paper}
`
