import { styled } from 'styled-components'
import type { Contact, Settings } from '../../content/content.ts'
import { ContactForm } from '../../forms/contact-form.tsx'
import { from, scripted, scriptless } from '../../theme/media.ts'
import { screenOnly } from '../../theme/print.ts'
import { FormSheet } from '../../ui/field.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'
import { PageHead, PageTitle } from '../../ui/page-head.tsx'
import { Wrap } from '../../ui/section.tsx'
import { Lead } from '../../ui/text.tsx'
import { ContactFacts } from './contact-facts.tsx'

interface ContactIntroProps {
  content: Contact
  settings: Settings
}

/** Facts beside the form. The form needs scripts for its bot check; without them, the address takes its place. */
export function ContactIntro({ content, settings }: ContactIntroProps) {
  return (
    <PageHead>
      <Deep>
        <div>
          <PageTitle $quiet>{content.title}</PageTitle>
          <Lead>{content.lead}</Lead>
          <ContactFacts content={content} toasts={settings.toasts} />
        </div>
        <div>
          <WithScripts>
            <ContactForm
              content={content}
              salesEmail={settings.links.salesEmail}
              validation={settings.validation}
            />
          </WithScripts>
          <WithoutScripts>
            <LinkedText>{content.noScript}</LinkedText>
          </WithoutScripts>
        </div>
      </Deep>
    </PageHead>
  )
}

const Deep = styled(Wrap)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 48px;

  && {
    padding-bottom: clamp(72px, 9vw, 144px);
  }

  ${from.l} {
    grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
    column-gap: 72px;
    align-items: start;
  }
`

const WithScripts = styled.div`
  ${screenOnly}
  ${scriptless} {
    display: none;
  }
`

const WithoutScripts = styled(FormSheet)`
  ${screenOnly}
  ${scripted} {
    display: none;
  }
`
