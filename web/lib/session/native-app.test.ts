import { afterEach, expect, it, vi } from 'vitest';
import { postToNativeApp } from './native-app.ts';

const message = { type: 'LOGOUT', reason: 'unauthorized' } as const;
const post = vi.fn();
afterEach(() => {
  vi.unstubAllGlobals();
  post.mockClear();
});

it.each([
  ['React Native', { ReactNativeWebView: { postMessage: post } }, [JSON.stringify(message)]],
  ['WKWebView', { webkit: { messageHandlers: { switchboard: { postMessage: post } } } }, [message]],
  ['flutter_inappwebview', { flutter_inappwebview: { callHandler: post } }, ['switchboard', message]],
  ['Android’s WebView', { Switchboard: { postMessage: post } }, [JSON.stringify(message)]],
])('%s gets the message once', (_, window, sent) => {
  vi.stubGlobal('window', window);
  expect(postToNativeApp(message)).toBe(true);
  expect(post.mock.calls).toEqual([sent]);
});

it.each([
  ['a browser', {}],
  ['Safari, which has handlers of its extensions', { webkit: { messageHandlers: { other: { postMessage: post } } } }],
  ['a page with an element of that id', { Switchboard: {} }],
])('%s gets none', (_, window) => {
  vi.stubGlobal('window', window);
  expect(postToNativeApp(message)).toBe(false);
  expect(post).not.toHaveBeenCalled();
});
