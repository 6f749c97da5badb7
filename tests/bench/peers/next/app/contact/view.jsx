'use client'

export { HydratedContact } from '../../../parts/pages/contact.tsx'
