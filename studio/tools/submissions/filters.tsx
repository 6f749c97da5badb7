import { CloseIcon } from '@sanity/icons/Close'
import { SearchIcon } from '@sanity/icons/Search'
import { Button, Checkbox, Flex, Label, Select, Stack, Text, TextInput } from '@sanity/ui'
import { COMPANY_SIZES, MAX_SEARCH, SOURCES } from '../../../api/contract/limits.ts'
import type { SubmissionFilter } from './use-submissions.ts'
import { SOURCE_NAMES } from './words.ts'

/** Everything, the latest first. */
export const EVERYTHING: SubmissionFilter = {
  search: '',
  kind: '',
  intent: '',
  source: '',
  companySize: '',
  page: '',
  suspected: false,
  undelivered: false,
}

/** What a list can be of: the form, and what was asked for with it. */
const KINDS = [
  { name: 'Everything', kind: '', intent: '' },
  { name: 'Waitlist', kind: 'waitlist', intent: 'waitlist' },
  { name: 'Demo requests', kind: 'waitlist', intent: 'demo' },
  { name: 'Messages', kind: 'contact', intent: '' },
] as const

interface Props {
  filter: SubmissionFilter
  onChange: (filter: SubmissionFilter) => void
}

/** Narrows the list down. */
export function Filters({ filter, onChange }: Props) {
  const kind = KINDS.findIndex((one) => one.kind === filter.kind && one.intent === filter.intent)
  function set(part: Partial<SubmissionFilter>): void {
    onChange({ ...filter, ...part })
  }
  return (
    <Stack as="search" gap={4}>
      <TextInput
        type="search"
        aria-label="Find in submissions"
        placeholder="Name, address, company, words"
        icon={SearchIcon}
        maxLength={MAX_SEARCH}
        value={filter.search}
        onChange={({ currentTarget }) => set({ search: currentTarget.value })}
      />
      <Flex gap={3} wrap="wrap" align="flex-end">
        <Choice
          label="Kind"
          value={String(kind)}
          options={KINDS.map(({ name }, index) => [String(index), name])}
          onChoose={(value) => {
            const chosen = KINDS[Number(value)] ?? KINDS[0]
            set({ kind: chosen.kind, intent: chosen.intent })
          }}
        />
        <Choice
          label="Source"
          value={filter.source}
          options={[
            ['', 'Every source'],
            ...SOURCES.map((source) => [source, SOURCE_NAMES[source]] as const),
          ]}
          onChoose={(value) => set({ source: SOURCES.find((source) => source === value) ?? '' })}
        />
        <Choice
          label="Company size"
          value={filter.companySize}
          options={[['', 'Every size'], ...COMPANY_SIZES.map((size) => [size, size] as const)]}
          onChoose={(value) => set({ companySize: COMPANY_SIZES.find((size) => size === value) ?? '' })}
        />
        <Tick label="Suspected" isTicked={filter.suspected} onTick={(suspected) => set({ suspected })} />
        <Tick
          label="Not delivered"
          isTicked={filter.undelivered}
          onTick={(undelivered) => set({ undelivered })}
        />
        {filter.page !== '' && (
          <Button
            mode="ghost"
            fontSize={1}
            iconRight={CloseIcon}
            text={`From ${filter.page}`}
            aria-label={`From ${filter.page}: show every page again`}
            onClick={() => set({ page: '' })}
          />
        )}
      </Flex>
    </Stack>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChoose: (value: string) => void
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <Stack as="label" gap={2}>
      <Label size={1}>{label}</Label>
      <Select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </Select>
    </Stack>
  )
}

interface TickProps {
  label: string
  isTicked: boolean
  onTick: (isTicked: boolean) => void
}

function Tick({ label, isTicked, onTick }: TickProps) {
  return (
    <Flex as="label" align="center" gap={2} paddingY={3}>
      <Checkbox checked={isTicked} onChange={({ currentTarget }) => onTick(currentTarget.checked)} />
      <Text size={1}>{label}</Text>
    </Flex>
  )
}
