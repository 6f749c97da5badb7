import { forcedColors } from './media.ts'
import { declare, vars } from './tokens.ts'

/** Off paper and under forced colours: drawings behind words, which would have to be read through them. */
export const paintedOnly = '@media print,(forced-colors:active){display:none!important}'

/** Words on the ink itself: browsers would lay the ground's colour behind them, in which they are written. */
export const onInk = `${forcedColors}{forced-color-adjust:none}`

const inks = ['ink', 'ink2', 'ink3', 'rule', 'rule2', 'edge', 'edge2', 'signal'] as const
const grounds = ['bg', 'sheet', 'sunk', 'onSignal'] as const

function all<T extends string>(names: readonly T[], value: string): Record<T, string> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<T, string>
}

/**
 * The reader's two colours in the place of ours. Browsers keep what is painted in them, so that a dot or a
 * plus, which is nothing but a background, stays to be seen.
 */
const palette = declare(vars.color, { ...all(inks, 'CanvasText'), ...all(grounds, 'Canvas') })

/** The page under forced colours, above both themes. */
export const forced = `${forcedColors}{:root:root{color-scheme:light;${palette}}}`
