import { styled } from 'styled-components'
import { CopyIcon } from '../../art/icons.tsx'
import type { Contact, Settings } from '../../content/content.ts'
import { scriptless } from '../../theme/media.ts'
import { color } from '../../theme/tokens.ts'
import { IconButton } from '../../ui/button.tsx'
import { isEmail, LinkedText } from '../../ui/linked-text.tsx'

interface ContactFactsProps {
  content: Pick<Contact, 'facts' | 'copyEmail'>
  toasts: Settings['toasts']
}

/** What a visitor wants to know before writing; an address can be written to or copied. */
export function ContactFacts({ content, toasts }: ContactFactsProps) {
  return (
    <aside>
      <Facts>
        {content.facts.map(({ _key, label, value }) => (
          <div key={_key}>
            <dt>{label}</dt>
            <dd>
              <LinkedText>{value}</LinkedText>
              {isEmail(value) && (
                <Copy
                  type="button"
                  aria-label={content.copyEmail}
                  data-tooltip={content.copyEmail}
                  data-behaviour="copy"
                  data-text={value}
                  data-toast={toasts.addressCopied}
                >
                  <CopyIcon />
                </Copy>
              )}
            </dd>
          </div>
        ))}
      </Facts>
    </aside>
  )
}

const Facts = styled.dl`
  border-top: 1px solid ${color.edge};
  margin-top: 40px;

  > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 16px;
    padding: 14px 0;
    border-bottom: 1px solid ${color.rule};
  }

  dt {
    color: ${color.ink3};
  }

  dd {
    font-weight: 600;
    min-width: 0;
  }

  dd:has(button) {
    display: flex;
    align-items: center;
  }
`

const Copy = styled(IconButton)`
  margin: -10px -12px -10px 0;

  ${scriptless} {
    display: none;
  }
`
