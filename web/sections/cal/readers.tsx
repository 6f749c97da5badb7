import { styled } from 'styled-components'
import type { Cal } from '../../content/content.ts'
import { from, print } from '../../theme/media.ts'
import { color, size } from '../../theme/tokens.ts'
import { BlindSpot, Record, RecordHead } from '../../ui/record.tsx'

/** The same fact, as each reader gets it. */
export function Readers({ readers }: { readers: Cal['fact']['readers'] }) {
  return (
    <Row>
      {readers.map((reader) => (
        <Sheet key={reader._key} data-part="reader">
          <RecordHead>
            <b>{reader.team}</b>
            <Form>{reader.form}</Form>
          </RecordHead>
          <Text>{reader.text}</Text>
          <Foot>
            <BlindSpot label={reader.blindKind}>{reader.blindSpot}</BlindSpot>
          </Foot>
        </Sheet>
      ))}
    </Row>
  )
}

const Row = styled.div`
  display: grid;
  gap: 16px;
  margin-top: 24px;

  ${from.stage} {
    grid-template-columns: repeat(auto-fit, minmax(28%, 1fr));
    gap: 24px;
    margin-top: 0;
  }

  ${print} {
    display: block;

    > * + * {
      margin-top: 8pt;
    }
  }
`

const Sheet = styled(Record)`
  display: flex;
  flex-direction: column;

  ${print} {
    display: block;
  }

  ${RecordHead} {
    border-bottom: 0;
    padding-bottom: 0;
  }
`

const Form = styled.span`
  font-size: ${size.micro};
  color: ${color.ink3};
`

const Text = styled.p`
  font-size: ${size.h4};
  line-height: 1.42;
  padding: 14px 0 22px;
  color: ${color.ink};
`

const Foot = styled.div`
  margin-top: auto;
  border-top: 1px solid ${color.rule};

  > p {
    padding-bottom: 0;
  }
`
