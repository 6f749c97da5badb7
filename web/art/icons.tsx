import { color } from '../theme/tokens.ts'
import { Drawing } from './engraving.tsx'

const line = (size: number, d: string, width: number) =>
  function Icon() {
    return (
      <Drawing viewBox={`0 0 ${size} ${size}`}>
        <path d={d} stroke="currentColor" strokeWidth={width} />
      </Drawing>
    )
  }

const solid = (size: number, d: string) =>
  function Icon() {
    return (
      <Drawing viewBox={`0 0 ${size} ${size}`}>
        <path d={d} fill="currentColor" />
      </Drawing>
    )
  }

export const CallIcon = line(
  16,
  'M3.2 1.8h2.6l1.2 3.1-1.6 1.3a8.5 8.5 0 0 0 4.4 4.4l1.3-1.6 3.1 1.2v2.6c0 .8-.6 1.4-1.4 1.4A11 11 0 0 1 1.8 3.2c0-.8.6-1.4 1.4-1.4Z',
  1.4,
)
export const MailIcon = line(16, 'M1.7 3.2h12.6v9.6H1.7zM2 3.6l6 5 6-5', 1.4)
export const PreviousIcon = line(20, 'M17 10H4M9 4.5 3.5 10 9 15.5', 1.7)
export const NextIcon = line(20, 'M3 10h13M11 4.5l5.5 5.5-5.5 5.5', 1.7)
export const PlayIcon = solid(16, 'M4 2.2v11.6L14 8z')
export const PauseIcon = solid(16, 'M4 2.5h3v11H4zM9.5 2.5h3v11h-3z')
export const LinkedInIcon = solid(
  20,
  'M3.2 7.6h2.9v9.2H3.2zM4.65 3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4ZM8 7.6h2.8v1.3c.4-.8 1.4-1.5 2.8-1.5 3 0 3.5 1.9 3.5 4.4v5h-2.9v-4.5c0-1 0-2.4-1.5-2.4s-1.7 1.1-1.7 2.3v4.6H8z',
)
export const ShareIcon = line(
  20,
  'M8.4 11.6a3.6 3.6 0 0 0 5.1 0l3-3a3.6 3.6 0 0 0-5.1-5.1L10 4.9M11.6 8.4a3.6 3.6 0 0 0-5.1 0l-3 3a3.6 3.6 0 0 0 5.1 5.1l1.4-1.4',
  1.6,
)
export const CopyIcon = line(20, 'M7 7h9.5v9.5H7zM4 13H3.5V3.5H13V4', 1.6)
export const MenuIcon = line(24, 'M2 8q2.5-4 5 0t5 0M12 8h10M2 16h20', 1.8)
export const CloseIcon = line(20, 'm4 4 12 12M16 4 4 16', 1.7)

export function ThemeIcon() {
  return (
    <Drawing viewBox="0 0 20 20">
      <circle cx={10} cy={10} r={7} stroke="currentColor" strokeWidth={1.6} />
      <path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
    </Drawing>
  )
}

export function InfoIcon() {
  return (
    <Drawing viewBox="0 0 16 16">
      <circle cx={8} cy={8} r={6.4} stroke="currentColor" strokeWidth={1.3} />
      <path d="M8 7v4.2M8 4.4v1.5" stroke="currentColor" strokeWidth={1.5} />
    </Drawing>
  )
}

export function DoneIcon() {
  return (
    <Drawing viewBox="0 0 20 20">
      <circle cx={10} cy={10} r={8} stroke="currentColor" strokeWidth={1.6} />
      <path d="m6.3 10.3 2.6 2.6 4.9-5.4" stroke="currentColor" strokeWidth={1.8} />
    </Drawing>
  )
}

export function WarningIcon() {
  return (
    <Drawing viewBox="0 0 20 20">
      <path d="M10 2.5 18.2 17H1.8z" stroke="currentColor" strokeWidth={1.6} />
      <path d="M10 8v4.2M10 14v1.4" stroke="currentColor" strokeWidth={1.8} />
    </Drawing>
  )
}

/** The mark: a wave enters a ring, a straight red line leaves. */
export function Mark() {
  return (
    <Drawing viewBox="0 0 26 26">
      <circle cx={13} cy={13} r={11.6} stroke="currentColor" strokeWidth={1.8} />
      <path d="M1.8 13q2.2-6.4 4.4 0t4.4 0" stroke="currentColor" strokeWidth={1.8} />
      <path d="M10.6 13H24.4" stroke={color.signal} strokeWidth={2.6} />
    </Drawing>
  )
}
