import { ActionIcon, Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import over from './Over.module.css';
import classes from './Toasts.module.css';

type Message = {
  text: string;
  /** What it is about, on a line of its own that is cut. */
  about?: string;
  tone?: 'success' | 'danger';
  /** A button that does something about it, such as Undo. Pressing it removes the message. */
  action?: { label: string; run: () => void };
  /** In milliseconds, how long it stays when not as long as others. */
  stays?: number;
};
type Toast = Message & { id: number };
type Toasts = {
  show: (message: Message) => void;
  /** Presses the button of the newest message that has one. */
  runAction: () => void;
};

/** In milliseconds: how long a message stays. One that reports a failure or can be answered stays longer. */
const SHORT = 4_000;
const LONG = 10_000;
/** So many wait below the newest one, for the key that undoes one after the other. */
const MOST = 20;
const MOST_FAILURES = 3;

const ToastsContext = createContext<Toasts | null>(null);

/** Shows short messages over the head of the dashboards, on a phone over their foot. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastsContext);
  if (!toasts) throw new Error('useToasts must be used within a ToastProvider');
  return toasts;
}

/**
 * Holds the messages of everything inside it. Only the newest one and the newest failures stand, because more of them would
 * cover the page. A message stays while it is hovered or has the focus.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Toast[]>([]);
  const newest = useRef(shown);
  newest.current = shown;
  const count = useRef(0);
  const toasts = useMemo<Toasts>(() => {
    const remove = (id: number) => setShown((all) => all.filter((toast) => toast.id !== id));
    const show = (message: Message) => {
      count.current += 1;
      const toast = { ...message, id: count.current };
      setShown((all) => [...all, toast].slice(-MOST));
    };
    return {
      show,
      runAction: () => {
        const toast = newest.current.findLast(({ action }) => action);
        if (!toast) return show({ text: 'Nothing to undo' });
        remove(toast.id);
        toast.action?.run();
      },
    };
  }, []);
  const close = (id: number) => setShown((all) => all.filter((toast) => toast.id !== id));
  const standing = [...shown.filter(({ tone }) => tone === 'danger').slice(-MOST_FAILURES), ...shown.slice(-1)];
  return (
    <ToastsContext value={toasts}>
      {children}
      <div role="status" aria-label="Messages" className={`${over.place} ${classes.toasts}`}>
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} hidden={!standing.includes(toast)} onClose={() => close(toast.id)} />
        ))}
      </div>
    </ToastsContext>
  );
}

function ToastCard({ toast, hidden, onClose }: { toast: Toast; hidden: boolean; onClose: () => void }) {
  const { text, about, tone = 'success', action, stays } = toast;
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isHovered || isFocused;
  const cameFrom = useRef<Element | null>(null);
  const closing = useRef(onClose);
  closing.current = onClose;
  const time = stays ?? (action || tone === 'danger' ? LONG : SHORT);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => closing.current(), time);
    return () => clearTimeout(timer);
  }, [isHeld, time]);
  const leave = () => {
    // The focus returns to where it was, because the pressed button disappears.
    if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus();
    onClose();
  };
  const Icon = tone === 'danger' ? IconAlertTriangle : IconCircleCheck;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes that the message is being read
    <div
      className={classes.toast}
      hidden={hidden}
      data-tone={tone}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget;
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
    >
      <Icon size={18} aria-hidden className={classes.icon} />
      <p className={classes.text}>
        {text}
        {about && <span className={classes.about}>{about}</span>}
      </p>
      {action && (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            leave();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <ActionIcon size={28} aria-label="Dismiss message" onClick={leave}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}
