'use client'

export { HydratedHome } from '../../parts/pages/home.tsx'
