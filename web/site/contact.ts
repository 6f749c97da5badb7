/** @module What the contact page has alone, in one file. */
export { attach as form } from '../forms/contact-form.behaviour.ts'
export { attach as copy } from '../ui/copy.behaviour.ts'
