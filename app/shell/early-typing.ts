/*
 * A page that an extension or a translator changed before hydration is rendered anew, with empty fields. The old ones
 * still have what was typed into them.
 */

const FIELDS = 'form [name]'

/** Runs before anything is painted: remembers the fields when somebody begins to type, and which has the focus. */
export const EARLY_TYPING_SCRIPT = `addEventListener('focusin',function(e){if(window.early){early.at=e.target;early.fields=document.querySelectorAll('${FIELDS}')}})`

/** Called by a form as it comes: puts what was typed into the new fields, before effects look at them. */
export function restoreTyped(): void {
  const now = document.querySelectorAll<HTMLInputElement>(FIELDS)
  window.early?.fields?.forEach((old, place) => {
    const field = now[place]
    if (old.isConnected || field?.name !== old.name) return
    if (old.files) field.files = old.files
    else field.value = old.value
    field.checked = old.checked
    if (old === window.early?.at) field.focus()
  })
}
