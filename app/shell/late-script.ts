/*
 * Where the page's script does not come, what stands in its HTML has to say so. Only the server writes these two: the
 * browser has them by the time that it makes the page its own.
 */

/** Runs before anything is painted: marks the page whose script fails to come, or is not alive after 20 seconds. */
export const LATE_SCRIPT = `function late(){if(window.early)document.documentElement.dataset.late=''}addEventListener('error',function(e){if(e.target.localName==='script')late()},true);addEventListener('unhandledrejection',late);setTimeout(late,20000)`

/** Shown where the page is marked. The link asks the server, without script. */
export const LATE_NOTE = `<p role="alert" class="hidden bg-caution-soft px-4 py-2 text-center text-sm font-medium text-caution [[data-late]_&]:block">This page has not loaded fully: its forms and buttons may do nothing. <a href="" class="link">Load it again</a></p>`
