import { css, keyframes, styled } from 'styled-components'
import { paintedOnly } from '../theme/forced.ts'
import { reducedMotion, below, inDark } from '../theme/media.ts'
import { color, layer } from '../theme/tokens.ts'

/**
 * Holds the shooting stars behind a page's first view; a script adds them once the page has loaded. A checkbox in the
 * next element pauses them; without one, each star shoots once.
 */
export function Stars() {
  return <Sky aria-hidden="true" data-behaviour="stars" />
}

/** One flight in the first 16 %, then a rest. */
const shoot = keyframes`
  0% { transform: rotate(21deg) translateX(-420px); opacity: 0 }
  3% { opacity: 1 }
  11% { opacity: 1 }
  16%, 100% { transform: rotate(21deg) translateX(520px); opacity: 0 }
`

const point = (at: string, alpha: string, r: number) =>
  `radial-gradient(circle at ${at},#ffffff${alpha} 0 ${r}px,transparent ${r + 0.4}px)`

const near = [
  point('12% 22%', '8c', 0.8),
  point('71% 9%', '66', 0.8),
  point('44% 61%', '73', 0.7),
  point('88% 74%', '59', 1),
  point('27% 88%', '59', 0.7),
].join()

const far = [point('33% 17%', '80', 1.1), point('82% 48%', '59', 1), point('9% 71%', '4d', 0.9)].join()

/* Light: three fine ink trails, one in vermilion, clear of the headline. */
const trail = css`
  position: absolute;
  width: 170px;
  height: 1px;
  background: linear-gradient(90deg, transparent, ${color.ink3});
  transform: rotate(21deg) translateX(-420px);
  opacity: 0;
  animation: ${shoot} 7s linear infinite;

  &::after {
    content: '';
    position: absolute;
    right: -1px;
    top: -0.75px;
    width: 2.5px;
    height: 2.5px;
    border-radius: 50%;
    background: ${color.ink3};
  }
`

const red = css`
  left: 74%;
  top: 8%;
  width: 220px;
  animation-delay: -0.62s;
  background: linear-gradient(90deg, transparent, ${color.signal});

  &::after {
    background: ${color.signal};
  }
`

/* Dark: points and five trails, falling toward the record. */
const night = `
  &[data-lit]::before{background-image:${near};background-size:420px 360px}
  &[data-lit]::after{background-image:${far};background-size:670px 530px}
  i{display:block;width:220px;height:1.5px;background:linear-gradient(90deg,transparent,#dfeae3)}
  i::after{top:-1px;width:3.5px;height:3.5px;background:#fff}
  i:nth-child(1){left:60%}
  i:nth-child(4){width:300px;background:linear-gradient(90deg,transparent,${color.signal})}
  i:nth-child(4)::after{background:${color.signal}}
  i:nth-child(5){width:150px}
`

const Sky = styled.div`
  ${paintedOnly}
  position: absolute;
  inset: 0;
  z-index: ${layer.stars};
  overflow: hidden;
  pointer-events: none;

  &::before,
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }

  i {
    ${trail}
  }

  &:has(+ * > :checked) i {
    animation-play-state: paused;
  }

  i:nth-child(1) {
    left: 88%;
    top: 30%;
    animation-delay: -0.42s;

    ${below.m} {
      display: none;
    }
  }

  i:nth-child(2) {
    left: 78%;
    top: 38%;
    animation-delay: -2.3s;
    display: none;
  }

  i:nth-child(3) {
    left: 20%;
    top: 42%;
    animation-delay: -4s;
  }

  i:nth-child(4) {
    ${red}
  }

  i:nth-child(5) {
    left: 40%;
    top: 12%;
    animation-delay: -5.6s;
    display: none;
  }

  ${inDark(night)}

  /*
   * Motion that nobody can pause has to end within five seconds (WCAG 2.2.2). The third star would cross the headline
   * of a short first view: it keeps its negative delay, so that its only flight is over before it is seen.
   */
  &:not(:has(+ * > input)) i {
    animation-iteration-count: 0.16;
    &:nth-child(4n + 1) {
      animation-delay: 0.7s;
    }

    &:nth-child(2n) {
      animation-delay: 2.1s;
    }
  }

  ${reducedMotion} {
    i:nth-child(1),
    i:nth-child(4) {
      display: block;
      opacity: 0.8;
      transform: rotate(21deg);
    }
  }
`
