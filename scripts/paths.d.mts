export const root: string
export const runtime: string
export const program: string
export const compiled: string
export const leanFlags: string[]
export const leanEnvironment: Record<string, string>
export function inPackages(...parts: string[]): string
