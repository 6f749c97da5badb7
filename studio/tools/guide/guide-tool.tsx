import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { Box, Card, Container, Flex, Grid, Heading, Stack, Text } from '@sanity/ui'
import { useEffect } from 'react'
import type { Tool } from 'sanity'
import { route, StateLink, useRouter } from 'sanity/router'
import { CHAPTERS } from './chapters.ts'

/** How the work is done, in steps with pictures. */
export const guideTool: Tool = {
  name: 'guide',
  title: 'Guide',
  icon: HelpCircleIcon,
  component: Guide,
  router: route.create('/', [route.create('/:chapter')]),
}

function Guide() {
  const { state } = useRouter()
  const chapter = state['chapter']

  useEffect(() => {
    if (typeof chapter === 'string') leadTo(chapter)
  }, [chapter])

  return (
    <Box as="main" height="fill" overflow="auto">
      <Container width={3} padding={[3, 4, 5]}>
        <Stack gap={5}>
          <Heading as="h1">Guide</Heading>
          <Flex as="nav" aria-label="Chapters" gap={4} wrap="wrap">
            {CHAPTERS.map(({ id, title }) => (
              <Text key={id} size={1}>
                <StateLink state={{ chapter: id }} onClick={() => leadTo(id)}>
                  {title}
                </StateLink>
              </Text>
            ))}
          </Flex>
          {CHAPTERS.map(({ id, title, steps, picture, alt }) => (
            <Card key={id} id={id} as="section" aria-label={title} border radius={3} padding={4}>
              <Grid gridTemplateColumns={[1, 1, 1, 2]} gap={4}>
                <Stack gap={4}>
                  <Heading as="h2" size={1}>
                    {title}
                  </Heading>
                  <Stack as="ol" gap={3}>
                    {steps.map((step, index) => (
                      <Text key={step} as="li" size={1}>
                        {index + 1}. {step}
                      </Text>
                    ))}
                  </Stack>
                </Stack>
                <Picture src={picture} alt={alt} />
              </Grid>
            </Card>
          ))}
        </Stack>
      </Container>
    </Box>
  )
}

function Picture({ src, alt }: { src: string; alt: string }) {
  return (
    <a href={src} target="_blank" rel="noreferrer">
      <img src={src} alt={alt} loading="lazy" style={{ display: 'block', width: '100%', borderRadius: 4 }} />
    </a>
  )
}

/**
 * The Studio takes the part of an address behind “#” for its own. At once: pictures that come on the way of a smooth
 * scroll push the chapter out of sight.
 */
function leadTo(chapter: string): void {
  document.querySelector(`#${CSS.escape(chapter)}`)?.scrollIntoView()
}
