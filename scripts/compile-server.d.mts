export const entries: string[]
export function compileServer(): Promise<void>
