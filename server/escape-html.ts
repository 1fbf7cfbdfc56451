/** A text as it stands in HTML, also in an attribute with either kind of quote. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
