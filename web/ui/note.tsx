import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { DoneIcon, WarningIcon } from '../art/icons.tsx'
import { color } from '../theme/tokens.ts'

/** How a form ended: solid means done, dashed means not. Screen readers hear it at once. */
export function Note({ failed, children }: { failed: boolean; children: ReactNode }) {
  return (
    <Bar $failed={failed}>
      {failed ? <WarningIcon /> : <DoneIcon />}
      <span>{children}</span>
    </Bar>
  )
}

const Bar = styled.div<{ $failed: boolean }>`
  border-left: 4px ${({ $failed }) => ($failed ? 'dashed' : 'solid')} ${color.ink};
  background: ${color.sunk};
  padding: 14px 16px;
  display: flex;
  gap: 12px;
  font-size: 1rem;
  line-height: 1.45;

  svg {
    width: 20px;
    height: 20px;
    flex: none;
    margin-top: 2px;
  }
`
