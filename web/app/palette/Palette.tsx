import { Button, Combobox, TextInput, useCombobox } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isDashboardPath, paths } from '#contract/words/paths.ts';
import type { Role } from '#contract/words/roles.ts';
import { PhoneText } from '#web/domain/reach/PhoneLinks.tsx';
import { StatusBadge } from '#web/domain/StatusBadge.tsx';
import { keepEarlyKeys, receiveEarlyKeys, takeEarlyKeys } from '#web/ui/base/behaviour/early-keys.ts';
import { FIND_HASH } from '#web/ui/base/behaviour/find-hash.ts';
import { layersOf, withLayer } from '#web/ui/base/behaviour/history-layers.ts';
import { useHistoryLayer } from '#web/ui/base/behaviour/useHistoryLayer.ts';
import { Found, SearchedFor } from '#web/ui/base/content/Found.tsx';
import hidden from '#web/ui/base/style/hidden.module.css';
import { DialogFrame } from '#web/ui/mantine/dialog/DialogFrame.tsx';
import type { DashboardLink } from '../dashboard/links.ts';
import { CallerCard } from './CallerCard.tsx';
import { newRequestFor } from './new-request.ts';
import classes from './Palette.module.css';
import { screensNamed } from './screens.ts';
import { usePaletteResults } from './usePaletteResults.ts';

type Props = { role: Role; links: readonly DashboardLink[] };

/** The dialog of a request. The palette opens above it, and above no other. */
const BENEATH = 'request';

/** The address that opens a request: on the page itself the list beneath keeps its filters. */
function withFilters(to: string, pathname: string): string {
  const target = new URL(to, location.href);
  const id = target.searchParams.get(`${BENEATH}Id`);
  if (id === null || target.pathname !== pathname) return to;
  const params = new URLSearchParams(location.search);
  params.set(`${BENEATH}Id`, id);
  return `${pathname}?${params}`;
}

/** Whether the page before this one asks for the search. */
const isAskedFor = (hash: string): boolean => hash === FIND_HASH && history.length > 1;

// Before the session is checked. Whoever may not be here leaves this document.
if (typeof window !== 'undefined' && location.pathname === paths.adminDashboard() && isAskedFor(location.hash)) {
  receiveEarlyKeys();
}

const isOpen = (value: unknown) => (value === 'open' ? value : null);

/** Finds a request by ID, title, customer or phone, shows who is on the telephone, and jumps to any screen; Ctrl+K opens it (for the office and auditors). */
export function Palette({ role, links }: Props) {
  const layer = useHistoryLayer('palette', isOpen);
  const { state, pathname, hash } = useLocation();
  const navigate = useNavigate();
  /** What is chosen above a dialog. The palette closes first: the dialog may ask, and Back then leads to the dialog. */
  const chosen = useRef<string | null>(null);
  // Closed before its field had the focus: the page gets its keys back.
  const afterClosing = useEffectEvent(() => {
    if (isAskedFor(hash)) return;
    takeEarlyKeys();
    const to = chosen.current;
    chosen.current = null;
    if (to !== null) goFromDialog(to);
  });
  const isOpened = layer.value !== null;
  useEffect(() => {
    if (!isOpened) afterClosing();
  }, [isOpened]);
  useEffect(() => () => void takeEarlyKeys(), []);
  const open = () => {
    // Every other dialog keeps the keyboard; what is entered in it must not be left behind.
    if (Object.keys(layersOf(state)).some((name) => name !== BENEATH)) return;
    keepEarlyKeys();
    layer.open('open');
  };
  useHotkeys([['mod+K', open]], []);
  const openHere = useEffectEvent(() => {
    keepEarlyKeys();
    void navigate({ pathname, search: location.search }, { replace: true, state: withLayer(null, 'palette', 'open') });
  });
  useEffect(() => {
    // The page before this one gets the user back when it closes.
    if (isAskedFor(hash)) openHere();
  }, [hash]);
  /** Leads on from the dialog of a request. Another request of the same list takes its place, with an entry of its own. */
  const goFromDialog = (to: string) => {
    if (!isDashboardPath(to)) return location.assign(to);
    const target = new URL(to, location.href);
    const id = Number(target.searchParams.get(`${BENEATH}Id`));
    if (!id || target.pathname !== pathname) return void navigate(to);
    if (layersOf(state)[BENEATH] === id) return;
    const here = { pathname, search: location.search };
    void navigate(here, { state: withLayer(null, BENEATH, id), preventScrollReset: true });
  };
  const choose = (to: string) => {
    // On the page itself, the address takes over the palette's history entry.
    if (layersOf(state)[BENEATH] === undefined) {
      // The site is a document of its own.
      return isDashboardPath(to) ? void navigate(withFilters(to, pathname), { replace: true }) : location.replace(to);
    }
    chosen.current = to;
    layer.close();
  };
  return (
    <>
      <Button
        className={classes.open ?? ''}
        variant="default"
        leftSection={<IconSearch size={16} />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <span className={`${classes.openText} ${hidden.onPhone}`}>
          Find <kbd className={classes.key}>Ctrl K</kbd>
        </span>
      </Button>
      <DialogFrame opened={isOpened} onClose={layer.close} title="Find" width={640} fullOnPhone atTop aboveAll>
        <Search role={role} links={links} onClose={layer.close} onChoose={choose} />
      </DialogFrame>
    </>
  );
}

type SearchProps = Props & { onClose: () => void; onChoose: (to: string) => void };

function Search({ role, links, onClose, onChoose }: SearchProps) {
  const [typed, setTyped] = useState('');
  const { pathname } = useLocation();
  const combobox = useCombobox({ opened: true });
  const { results, isSearching, failed } = usePaletteResults(typed);
  const { callers, requests, customers } = results;
  const word = typed.trim().toLowerCase();
  const screens = screensNamed(links, typed);
  const isAuditor = role === 'auditor' || pathname.startsWith(paths.auditorDashboard);
  const lists: string[] = [paths.adminDashboard(), paths.adminRequests, paths.auditorRequests];
  const list = lists.includes(pathname) ? pathname : isAuditor ? paths.auditorRequests : paths.adminDashboard();
  const customersPath = isAuditor ? paths.auditorCustomers : paths.adminCustomers;
  const canEnter = role === 'admin' && !isAuditor;
  const linkOf = (requestId: number) => `${list}?requestId=${requestId}`;
  const found = callers.length + requests.length + customers.length;
  const newRequest = canEnter ? newRequestFor(typed, found > 0 || isSearching) : null;
  const total = found + screens.length + (newRequest ? 1 : 0);
  // Enter opens the first result. When it comes before the results of what is typed, it waits for them.
  const { selectFirstOption, resetSelectedOption, clickSelectedOption } = combobox;
  const isAwaited = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the results change
  useEffect(() => {
    selectFirstOption();
    if (isSearching || !isAwaited.current) return;
    isAwaited.current = false;
    clickSelectedOption();
  }, [results, word, isSearching]);
  const press = (key: string) => {
    // The list of results keeps Escape from the dialog.
    if (key === 'Escape') onClose();
    isAwaited.current = key === 'Enter' && isSearching;
    if (isAwaited.current) resetSelectedOption();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={onChoose}>
      <div className={classes.field}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            aria-label="Find"
            placeholder="Tracking ID, title, customer, phone or screen"
            leftSection={<IconSearch size={18} />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onFocus={() => setTyped((text) => text + takeEarlyKeys())}
            onKeyDown={(event) => press(event.key)}
          />
        </Combobox.EventsTarget>
      </div>
      <p className={classes.note} role="status">
        {failed
          ? 'The search failed. Type again to retry.'
          : total === 0 && (isSearching ? 'Searching' : 'Nothing found')}
      </p>
      <SearchedFor value={typed}>
        <Combobox.Options className={classes.options} aria-label="Results">
          {newRequest && (
            <Combobox.Group label="Actions">
              <Combobox.Option value={newRequest.to} className={classes.option}>
                <IconPlus size={18} aria-hidden /> {newRequest.label}
              </Combobox.Option>
            </Combobox.Group>
          )}
          {callers.map((caller) => (
            <CallerCard
              key={caller.id}
              caller={caller}
              linkOf={linkOf}
              customersPath={customersPath}
              canEnter={canEnter}
            />
          ))}
          {requests.length > 0 && (
            <Combobox.Group label="Requests">
              {requests.map((request) => (
                <Combobox.Option key={request.id} value={linkOf(request.id)} className={classes.option}>
                  <span className={classes.words}>
                    <span className={classes.title} dir="auto">
                      <Found>{request.title}</Found>
                    </span>
                    <span className={classes.second}>
                      <span className={classes.id}>
                        <Found>{request.external_id}</Found>
                      </span>{' '}
                      ·{' '}
                      <bdi>
                        <Found>{request.customer.name}</Found>
                      </bdi>
                    </span>
                  </span>
                  <StatusBadge status={request.status} />
                </Combobox.Option>
              ))}
            </Combobox.Group>
          )}
          {customers.length > 0 && (
            <Combobox.Group label="Customers">
              {customers.map((customer) => (
                <Combobox.Option
                  key={customer.id}
                  value={`${customersPath}?${new URLSearchParams({ search: customer.email })}`}
                  className={classes.option}
                >
                  <span className={classes.words}>
                    <span className={classes.title} dir="auto">
                      <Found>{customer.name}</Found>
                    </span>
                    <span className={classes.second}>
                      <PhoneText text={customer.phone} /> · <Found>{customer.email}</Found>
                    </span>
                  </span>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          )}
          {screens.length > 0 && (
            <Combobox.Group label="Screens">
              {screens.map(({ to, label, icon: Icon }) => (
                <Combobox.Option key={to} value={to} className={classes.option}>
                  <Icon size={18} aria-hidden />{' '}
                  <span>
                    <Found>{label}</Found>
                  </span>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          )}
        </Combobox.Options>
      </SearchedFor>
    </Combobox>
  );
}
