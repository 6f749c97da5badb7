import { styled } from 'styled-components'
import { ThemeIcon } from '../art/icons.tsx'
import type { Settings } from '../content/content.ts'
import { scriptless } from '../theme/media.ts'
import { IconButton } from '../ui/button.tsx'

/** Switches between light and dark. Hidden without scripts, when the system's setting applies. */
export function ThemeToggle({ header }: { header: Settings['header'] }) {
  return (
    <Toggle
      type="button"
      aria-label={header.toDark}
      data-tooltip=""
      data-behaviour="theme"
      data-to-dark={header.toDark}
      data-to-light={header.toLight}
    >
      <ThemeIcon />
    </Toggle>
  )
}

const Toggle = styled(IconButton)`
  ${scriptless} {
    display: none;
  }
`
