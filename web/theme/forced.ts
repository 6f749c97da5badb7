import { forcedColors } from './media.ts'
import { declare, vars } from './tokens.ts'

/**
 * Hides drawings behind words on paper and under forced colours, where the words would have to be read through them.
 */
export const paintedOnly = '@media print,(forced-colors:active){display:none!important}'

/** For words on ink: browsers would lay a background behind them in the very colour of the words. */
export const onInk = `${forcedColors}{forced-color-adjust:none}`

const inks = ['ink', 'ink2', 'ink3', 'rule', 'rule2', 'edge', 'edge2', 'signal'] as const
const grounds = ['bg', 'sheet', 'sunk', 'onSignal'] as const

function all<T extends string>(names: readonly T[], value: string): Record<T, string> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<T, string>
}

/**
 * The reader's two colours in place of ours. Browsers keep what is painted in system colours, so that a dot or a plus,
 * which is only a background, stays visible.
 */
const palette = declare(vars.color, { ...all(inks, 'CanvasText'), ...all(grounds, 'Canvas') })

/** The page under forced colours, overriding both themes. */
export const forced = `${forcedColors}{:root:root{color-scheme:light;${palette}}}`
