/** The key in local storage and its values (spec §1): `light` or `dark`, light by default. */
export const THEME_KEY = 'theme';

/**
 * Sets data-theme before the first paint. It is inline and blocking, so the CSP allows exactly this text by its hash.
 */
export const themeScript = `(function(){var t="light";try{if(localStorage.getItem("${THEME_KEY}")==="dark")t="dark"}catch(e){}document.documentElement.setAttribute("data-theme",t)})()`;
