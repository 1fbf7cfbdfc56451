export const root: string
export const runtime: string
export const compiled: string
export function inPackages(...parts: string[]): string
