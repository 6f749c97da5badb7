import { styled } from 'styled-components'
import type { Content } from '../../content/content.ts'
import { Result } from '../../sections/result/result.tsx'

/** The end of the address (`#bot-check`) says which of the two reasons is shown. */
const BOT_CHECK = 'bot-check'

/** Where a plain form leads that was not received. */
export function NotSentPage({ content }: { content: Content }) {
  const { notSent, botCheck } = content.settings.results
  return (
    <Either id="main">
      <Result content={notSent} received={false} href="/#join" />
      <Result content={botCheck} received={false} href="/contact" id={BOT_CHECK} />
    </Either>
  )
}

const Either = styled.main`
  > #${BOT_CHECK}:not(:target),
  &:has(> #${BOT_CHECK}:target) > :not(:target) {
    display: none;
  }
`
