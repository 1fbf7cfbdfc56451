export const LETTERS: string
export const FONTS: Record<string, string>
export function cutFont(name: string): Promise<Uint8Array>
