import { DownloadIcon } from '@sanity/icons/Download'
import { Stack } from '@sanity/ui'
import { Menu, MenuButton, MenuItem } from '@sanity/ui/menu'
import { useState } from 'react'
import { useClient } from 'sanity'
import { messageOf } from '../../../api/contract/operational-error.ts'
import { CLIENT } from '../../client-options.ts'
import { Alert } from '../alert.tsx'
import { askFor } from '../ask.ts'
import { SteadyButton } from '../steady-button.tsx'

const FORMATS = [
  ['csv', 'For a spreadsheet (CSV)'],
  ['json', 'For a program (JSON)'],
] as const

/** Saves all submissions as a file. The server writes down who did. */
export function ExportButton() {
  const { token } = useClient(CLIENT).config()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string>()

  async function save(format: 'csv' | 'json'): Promise<void> {
    setBusy(true)
    setMessage(undefined)
    try {
      const answer = await askFor('/submissions/export', { token, method: 'POST', body: { format } })
      const url = URL.createObjectURL(await answer.blob())
      const link = document.createElement('a')
      link.href = url
      link.download = `submissions-${new Date().toISOString().slice(0, 10)}.${format}`
      link.click()
      URL.revokeObjectURL(url)
    } catch (error) {
      setMessage(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap={3}>
      <MenuButton
        id="submissions-export"
        button={
          <SteadyButton
            mode="ghost"
            fontSize={1}
            icon={DownloadIcon}
            text={isBusy ? 'Exporting…' : 'Export'}
            isOff={isBusy}
          />
        }
        menu={
          <Menu>
            {FORMATS.map(([format, name]) => (
              <MenuItem key={format} text={name} onClick={() => void save(format)} />
            ))}
          </Menu>
        }
      />
      {message && <Alert message={message} />}
    </Stack>
  )
}
