/** The key in local storage and its values (spec §1): `light` or `dark`, light by default. */
export const THEME_KEY = 'theme';

/**
 * Sets data-theme before the first paint, and data-js, which shows the parts that need JavaScript. Inline and blocking; the
 * CSP allows exactly this text by its hash.
 */
export const themeScript = `(function(d){var t="light";try{if(localStorage.getItem("${THEME_KEY}")==="dark")t="dark"}catch(e){}d.setAttribute("data-theme",t);d.setAttribute("data-js","")})(document.documentElement)`;
