'use client'

export { HydratedPlatform } from '../../../parts/pages/platform.tsx'
