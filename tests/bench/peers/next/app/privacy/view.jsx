'use client'

export { HydratedPrivacy } from '../../../parts/pages/privacy.tsx'
