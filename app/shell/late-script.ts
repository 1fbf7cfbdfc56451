/*
 * If the page's script does not arrive, its HTML has to say so. Only the server renders these two: they have run by the
 * time of hydration.
 */

/**
 * Runs before anything is painted: marks the page if its script fails to load, or it is not hydrated after 20 seconds.
 */
export const LATE_SCRIPT = `function late(){if(window.early)document.documentElement.dataset.late=''}addEventListener('error',function(e){if(e.target.localName==='script')late()},true);addEventListener('unhandledrejection',late);setTimeout(late,20000)`

/** Shown on a marked page. Its link works without script. */
export const LATE_NOTE = `<p role="alert" class="hidden bg-caution-soft px-4 py-2 text-center text-sm font-medium text-caution [[data-late]_&]:block">This page has not loaded fully: its forms and buttons may do nothing. <a href="" class="link">Load it again</a></p>`
