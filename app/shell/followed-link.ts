/*
 * Where the script of the page that a link leads to is gone, as after an update of the shop, the router loads the page
 * anew on which the link is: nothing seems to happen but that what was typed there is lost. Browsers that tell of it
 * load the page that it leads to instead. What leads on by itself, without a link, stays, and says what was done
 * (use-said.ts).
 */

/** Runs before anything is painted: notes the link that was pressed last, until one has arrived anywhere. */
export const FOLLOWED_LINK_SCRIPT = `{let link;addEventListener('click',function(e){link=e.target.closest('a:not([target])')},true);window.navigation?.addEventListener('navigate',function(e){const to=link;link=null;if(to&&e.navigationType==='reload'&&!e.userInitiated){e.preventDefault();location.assign(to.href)}})}`
