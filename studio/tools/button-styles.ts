import { css } from 'styled-components'

/** How plain buttons look inside of what the site adds to the Studio. */
export const buttonStyles = css`
  button {
    padding: 4px 10px;
    border: 1px solid var(--card-border-color);
    border-radius: 3px;
    background: var(--card-bg-color);
    font: inherit;
    color: var(--card-fg-color);
    cursor: pointer;
  }

  button:disabled {
    cursor: default;
    opacity: 0.5;
  }
`
