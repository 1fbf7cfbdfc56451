/*
 * If the script of a link's page is gone, as after an update of the shop, the router reloads the page that the link is
 * on: nothing seems to happen, except that what was typed there is lost. Browsers with the Navigation API load the
 * link's target instead. Navigation without a link reloads the page, and then says what was done
 * (use-toast-after-reload.ts).
 */

/** Runs before anything is painted: notes the last clicked link, until a navigation has arrived anywhere. */
export const FOLLOWED_LINK_SCRIPT = `{let link;addEventListener('click',function(e){link=e.target.closest('a:not([target])')},true);window.navigation?.addEventListener('navigate',function(e){const to=link;link=null;if(to&&e.navigationType==='reload'&&!e.userInitiated){e.preventDefault();location.assign(to.href)}})}`
