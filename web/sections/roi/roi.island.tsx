import { useEffect, useState } from 'react'
import { styled } from 'styled-components'
import type { FindAgain } from '../../browser/controls.ts'
import { hydrateIsland } from '../../browser/mount.tsx'
import type { Roi as RoiContent } from '../../content/content.ts'
import { from, print } from '../../theme/media.ts'
import { space } from '../../theme/tokens.ts'
import { Label } from '../../ui/section.tsx'
import { Heading2, Lead } from '../../ui/text.tsx'
import { formatInput, parseAmount } from './format.ts'
import { READ, SHOWN } from './link-names.ts'
import { RoiField } from './roi-field.tsx'
import { readRoiLink, roiLink } from './roi-link.ts'
import { RoiStatement } from './roi-statement.tsx'
import { calculateRoi, type RoiInput, type RoiInputs } from './roi.ts'

interface RoiProps {
  content: RoiContent
  /** Number of the section. */
  number: number
  /** What the toast says once the link is copied, and where the browser refuses to. */
  toasts: { linkCopied: string; linkNotCopied?: string | undefined }
}

const names: readonly RoiInput[] = ['hours', 'rate', 'runs', 'people']

function each<T>(value: (input: RoiInput) => T): Record<RoiInput, T> {
  return { hours: value('hours'), rate: value('rate'), runs: value('runs'), people: value('people') }
}

/** The calculator with its heading: four inputs at the left, the statement at the right. */
export function RoiCalculator({ content, number, toasts }: RoiProps) {
  const [texts, setTexts] = useState(() => each((input) => formatInput(content.inputs[input].value)))
  const inputs: RoiInputs = each((input) => parseAmount(texts[input]))

  useEffect(() => {
    const follow = () => {
      const linked = readRoiLink(location.hash)
      if (Object.keys(linked).length > 0) history.replaceState({ ...history.state, [READ]: true }, '')
      setTexts((current) => ({ ...current, ...linked }))
    }
    // What was typed since an address was read stays when Back or Forward leads to it again.
    const followOnce = () => !history.state?.[READ] && follow()
    follow()
    addEventListener('hashchange', followOnce)
    return () => removeEventListener('hashchange', followOnce)
  }, [])

  async function share() {
    const link = roiLink(location.href, texts)
    history.replaceState({ ...history.state, [READ]: true, [SHOWN]: true }, '', link)
    const isCopied = await copyText(link)
    try {
      const { requestToast } = await import('../../ui/toast-request.ts')
      requestToast(isCopied ? toasts.linkCopied : (toasts.linkNotCopied ?? link))
    } catch (error) {
      console.warn(error)
    }
  }

  return (
    <Columns data-behaviour="roi-link">
      <div>
        <Label number={number}>{content.label}</Label>
        <Heading2>{content.title}</Heading2>
        <Lead>{content.lead}</Lead>
        <Fields>
          {names.map((input) => (
            <RoiField
              key={input}
              name={input}
              content={content.inputs[input]}
              labels={content}
              text={texts[input]}
              onChange={(text) => setTexts((current) => ({ ...current, [input]: text }))}
            />
          ))}
        </Fields>
      </div>
      <RoiStatement content={content} inputs={inputs} roi={calculateRoi(inputs)} onShare={share} />
    </Columns>
  )
}

export function hydrate(element: HTMLElement, props: unknown): Promise<FindAgain> {
  return hydrateIsland('roi', element, <RoiCalculator {...(props as RoiProps)} />)
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 40px;

  ${Lead} {
    margin-top: ${space.s5};
  }

  ${from.l} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: clamp(40px, 6vw, 96px);
    align-items: center;
  }

  ${print} {
    display: block;

    > * + * {
      margin-top: 16pt;
    }
  }
`

const Fields = styled.div`
  margin-top: ${space.s7};
`

/**
 * Puts `text` into the clipboard. False where the browser refuses, or has none to write to: over plain HTTP, and in the
 * browsers of some apps. Never throws.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
