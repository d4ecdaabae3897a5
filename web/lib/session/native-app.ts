/** What the page tells a native app (docs/NATIVE-APPS.md). It carries no secret. */
export type NativeMessage = { type: 'LOGOUT'; reason: 'unauthorized' };

declare global {
  interface Window {
    /** React Native. */
    ReactNativeWebView?: { postMessage(text: string): void };
    /** WKWebView of iOS and macOS. */
    webkit?: { messageHandlers?: { switchboard?: { postMessage(message: NativeMessage): void } } };
    /** flutter_inappwebview. */
    flutter_inappwebview?: { callHandler?(name: 'switchboard', message: NativeMessage): Promise<unknown> };
    /** An interface of Android's WebView, or a channel of webview_flutter. */
    Switchboard?: { postMessage?(text: string): void };
  }
}

/** How the message goes to the app that shows the page in its web view; null when there is none. */
function channel(): ((message: NativeMessage) => unknown) | null {
  const { ReactNativeWebView, webkit, flutter_inappwebview: flutter, Switchboard } = window;
  if (ReactNativeWebView) return (message) => ReactNativeWebView.postMessage(JSON.stringify(message));
  const handler = webkit?.messageHandlers?.switchboard;
  if (handler) return (message) => handler.postMessage(message);
  if (flutter?.callHandler) return (message) => flutter.callHandler?.('switchboard', message);
  // An element with this id would be a property of the window as well.
  if (typeof Switchboard?.postMessage === 'function')
    return (message) => Switchboard.postMessage?.(JSON.stringify(message));
  return null;
}

/** Posts a message to the native app that shows the page in its web view. False when there is no app to get it. */
export function postToNativeApp(message: NativeMessage): boolean {
  const post = channel();
  post?.(message);
  return post !== null;
}
