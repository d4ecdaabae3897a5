/** The id of the element that lists a public page's scripts, the entry first. */
export const SCRIPTS_ID = 'scripts';
/** The id of the bar in index.html that offers to load the page again. */
const OUTDATED_ID = 'outdated';

/**
 * Starts a public page's scripts when the page is loaded and the browser is idle, or with the visitor's first input, so
 * that nothing competes with the first paint. Requests each file in a task of its own, because ten requests in one task block
 * a slow phone. Inlined together with the theme script under one
 * CSP hash. A document that lists no scripts starts them by itself.
 *
 * Marks the document with data-failed when its script does not arrive: nothing else would replace a dashboard's Loading....
 * Notes the button that is pressed before hydration, and one with data-early that Enter in a field would press if it were enabled
 * already.
 *
 * Shows that bar when a part of the page does not arrive although the server answers: a newer version runs there, and only a new load
 * helps. Whoever asked for the part can't tell this from a lost connection, and asks the user to try again.
 *
 * Loads the page again when Reload Page is pressed. Where it is a link, its address is empty, and a browser would open it without the
 * fragment, which carries the token of a mail's link.
 */
export const startScript = `(function(d,w){var signs=["pointerdown","pointermove","keydown","focusin"],begun;function begin(){if(begun)return;var named=d.getElementById("${SCRIPTS_ID}");if(!named)return;begun=true;signs.forEach(function(sign){w.removeEventListener(sign,begin,true)});JSON.parse(named.textContent).forEach(function(file,i){if(i)setTimeout(ask,0,file,true);else ask(file)})}function ask(file,ahead){var link=d.createElement(ahead?"link":"script");link.crossOrigin="";if(ahead){link.rel="modulepreload";link.href=file}else{link.type="module";link.src=file}d.head.appendChild(link)}w.addEventListener("error",function(event){if(event.target.tagName==="SCRIPT")d.documentElement.setAttribute("data-failed","")},true);signs.forEach(function(sign){w.addEventListener(sign,begin,{capture:true,passive:true})});w.addEventListener("load",function(){w.requestIdleCallback?requestIdleCallback(begin,{timeout:1000}):setTimeout(begin,100)});w.addEventListener("vite:preloadError",function(){fetch("/api/health",{cache:"no-store"}).then(function(answer){if(answer.ok)d.getElementById("${OUTDATED_ID}").hidden=false},function(){})});w.addEventListener("click",function(event){var at=event.target;if(!at.closest)return;if(at.closest("#${OUTDATED_ID} button:not([data-reload])")){d.getElementById("${OUTDATED_ID}").hidden=true;return}if(at.closest("a[href=''],[data-reload]")){event.preventDefault();location.reload();return}var button=at.closest("button[type=button]");if(button&&w.earlyPress!==null&&d.getElementById("${SCRIPTS_ID}"))w.earlyPress=button},true);w.addEventListener("keydown",function(event){var at=event.target;if(event.key!=="Enter"||at.tagName!=="INPUT"||at.type==="file"||!at.form)return;var button=at.form.querySelector("button[data-early]");if(button&&button.disabled&&w.earlyPress!==null&&d.getElementById("${SCRIPTS_ID}"))w.earlyPress=button},true)})(document,window)`;
