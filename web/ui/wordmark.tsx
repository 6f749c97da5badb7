import { styled } from 'styled-components'
import { Mark } from '../art/icons.tsx'
import { color } from '../theme/tokens.ts'

interface WordmarkProps {
  word: string
  descriptor: string
  /** Accessible name of the link. */
  name: string
  className?: string
}

/** The wordmark: a link to the home page, and on that page to its top. */
export function Wordmark({ word, descriptor, name, className }: WordmarkProps) {
  return (
    <WordmarkLink href="/" aria-label={name} data-top="" {...(className ? { className } : {})}>
      <Mark />
      <b>{word}</b> <span>{descriptor}</span>
    </WordmarkLink>
  )
}

const WordmarkLink = styled.a`
  display: flex;
  align-items: center;
  gap: 10px;
  text-decoration: none;
  min-height: 44px;
  margin-right: auto;
  flex: none;

  svg {
    width: 26px;
    height: 26px;
    flex: none;
  }

  b {
    font-size: 1.3125rem;
    font-weight: 700;
    letter-spacing: -0.01em;
    line-height: 1;
    overflow-wrap: anywhere;
  }

  span {
    font-size: 0.75rem;
    line-height: 1.15;
    color: ${color.ink3};
    border-left: 1px solid ${color.rule2};
    padding-left: 10px;
    width: 88px;
  }
`
