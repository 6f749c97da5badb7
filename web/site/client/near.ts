import { attach as demo } from '../../sections/demo/demo.behaviour.ts'
import { attach as faq } from '../../sections/faq/faq.behaviour.ts'
import { attach as examples } from '../../sections/how-it-works/how-it-works.behaviour.ts'
import { attach as slides } from '../../sections/how-it-works/slides.behaviour.ts'
import { attach as marquee } from '../../sections/integrations/marquee.behaviour.ts'
import { attach as lens } from '../../sections/platform/lens.behaviour.ts'
import { attach as counter } from '../../sections/why-now/counters.behaviour.ts'
import { layOutOnceRead } from './below.ts'
import { attach as entrance } from './entrance.behaviour.ts'
import { attach as island } from './islands.ts'
import { goToRemembered } from './scroll-to-remembered.ts'

/**
 * Behaviours that are fetched as their sections come near the viewport: in one file, as whoever reads on needs nearly
 * all of them.
 */
export const near = { counter, demo, entrance, examples, faq, island, lens, marquee, slides }

export type NearBehaviour = keyof typeof near

layOutOnceRead()
goToRemembered()
