import { visionTool } from '@sanity/vision'
import { defineConfig } from 'sanity'
import { structureTool } from 'sanity/structure'
import { localWorkspace } from './studio/local/client.ts'
import { presentation } from './studio/presentation.ts'
import { landingTemplates } from './studio/schema/blocks/templates.ts'
import { schemaTypes } from './studio/schema/index.ts'
import { legalTemplate } from './studio/schema/legal-page.ts'
import { isSingleton } from './studio/schema/pages.ts'
import { documentOptions, structure } from './studio/structure.ts'
import { isAdministrator } from './studio/tools/administrator.ts'
import { LayoutWithBanner } from './studio/tools/banner/site-banner.tsx'
import { isDevelopment } from './studio/tools/development.ts'
import { FormInput } from './studio/tools/form/form-input.tsx'
import { guideTool } from './studio/tools/guide/guide-tool.tsx'
import { peopleTool } from './studio/tools/people/people-tool.tsx'
import { pictures } from './studio/tools/pictures/pictures.ts'
import { withReadablePreviews } from './studio/tools/previews/readable-previews.ts'
import { startTool } from './studio/tools/start/start-tool.tsx'
import { Mark, ToolMenuWithBadge } from './studio/tools/studio-bar.tsx'
import { studioWords } from './studio/tools/studio-words.ts'
import { submissionsTool } from './studio/tools/submissions/submissions-tool.tsx'
import { versionsTool } from './studio/tools/versions/versions-tool.tsx'

const projectId = process.env['SANITY_PROJECT_ID']
const dataset = process.env['SANITY_DATASET'] ?? 'production'

/** The Studio: on the hosted dataset when a project id was set at its build, else on the local content lake. */
export default defineConfig({
  title: 'Website',
  icon: Mark,
  basePath: '/studio',
  // With a token of its own, the Studio can show the site's server who the editor is.
  ...(projectId ? { projectId, dataset, auth: { loginMethod: 'token' } } : localWorkspace(location.origin)),
  plugins: [
    structureTool({ title: 'Content', structure }),
    presentation((projectId && process.env['SITE_URL']) || location.origin),
    pictures(),
    studioWords(),
    ...(isDevelopment ? [visionTool()] : []),
  ],
  tools: (tools, { currentUser }) => [
    startTool,
    ...tools,
    submissionsTool,
    versionsTool,
    ...(isAdministrator(currentUser) ? [peopleTool] : []),
    guideTool,
  ],
  document: documentOptions,
  form: { components: { input: FormInput } },
  studio: { components: { activeToolLayout: LayoutWithBanner, toolMenu: ToolMenuWithBadge } },
  schema: {
    types: withReadablePreviews(schemaTypes),
    templates: (templates) => [
      ...templates.filter(({ schemaType }) => !isSingleton(schemaType)),
      ...landingTemplates,
      legalTemplate,
    ],
  },
})
