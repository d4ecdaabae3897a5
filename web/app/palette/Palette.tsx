import { Button, Combobox, TextInput, useCombobox } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import type { Role } from '#contract/words/roles.ts';
import { StatusBadge } from '#web/domain/StatusBadge.tsx';
import { layersOf, useHistoryLayer } from '#web/ui/base/useHistoryLayer.ts';
import { DialogFrame } from '#web/ui/mantine/DialogFrame.tsx';
import type { DashboardLink } from '../dashboard/links.ts';
import { CallerCard } from './CallerCard.tsx';
import classes from './Palette.module.css';
import { useEarlyKeys } from './useEarlyKeys.ts';
import { usePaletteResults } from './usePaletteResults.ts';

type Props = { role: Role; links: readonly DashboardLink[] };

const isOpen = (value: unknown) => (value === 'open' ? value : null);

/** Finds a request by ID, title, customer or phone, shows who is on the telephone, and jumps to any screen; Ctrl+K opens it (for the office and auditors). */
export function Palette({ role, links }: Props) {
  const layer = useHistoryLayer('palette', isOpen);
  const { state } = useLocation();
  const early = useEarlyKeys();
  // Closed before its field had the focus: the page gets its keys back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the palette opens or closes
  useEffect(() => {
    if (layer.value === null) early.take();
  }, [layer.value]);
  const open = () => {
    // A dialog keeps the keyboard; what is entered in it must not be left behind.
    if (Object.keys(layersOf(state)).length > 0) return;
    early.start();
    layer.open('open');
  };
  useHotkeys([['mod+K', open]], []);
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
        <span className={classes.openText}>
          Find <kbd className={classes.key}>Ctrl K</kbd>
        </span>
      </Button>
      <DialogFrame opened={layer.value !== null} onClose={layer.close} title="Find" width={640} fullOnPhone>
        <Search role={role} links={links} onClose={layer.close} takeEarly={early.take} />
      </DialogFrame>
    </>
  );
}

function Search({ role, links, onClose, takeEarly }: Props & { onClose: () => void; takeEarly: () => string }) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const combobox = useCombobox({ opened: true });
  const { results, isSearching, failed } = usePaletteResults(typed);
  const { callers, requests, customers } = results;
  const word = typed.trim().toLowerCase();
  const screens = links.filter(({ label }) => label.toLowerCase().includes(word));
  const isAuditor = role === 'auditor' || pathname.startsWith(paths.auditorDashboard);
  const lists: string[] = [paths.adminDashboard(), paths.adminRequests, paths.auditorRequests];
  const list = lists.includes(pathname) ? pathname : isAuditor ? paths.auditorRequests : paths.adminDashboard();
  const customersPath = isAuditor ? paths.auditorCustomers : paths.adminCustomers;
  const linkOf = (requestId: number) => `${list}?requestId=${requestId}`;
  const total = callers.length + requests.length + customers.length + screens.length;
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
    <Combobox
      store={combobox}
      // The palette has a history entry of its own, which the address takes over.
      onOptionSubmit={(to) => void navigate(to, { replace: true })}
    >
      <div className={classes.field}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            aria-label="Find"
            placeholder="Tracking ID, title, customer, phone or screen"
            leftSection={<IconSearch size={18} />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onFocus={() => setTyped((text) => text + takeEarly())}
            onKeyDown={(event) => press(event.key)}
          />
        </Combobox.EventsTarget>
      </div>
      <Combobox.Options className={classes.options} aria-label="Results">
        {callers.map((caller) => (
          <CallerCard key={caller.id} caller={caller} linkOf={linkOf} customersPath={customersPath} />
        ))}
        {requests.length > 0 && (
          <Combobox.Group label="Requests">
            {requests.map((request) => (
              <Combobox.Option key={request.id} value={linkOf(request.id)} className={classes.option}>
                <span className={classes.words}>
                  <span className={classes.title} dir="auto">
                    {request.title}
                  </span>
                  <span className={classes.second}>
                    <span className={classes.id}>{request.external_id}</span> · <bdi>{request.customer.name}</bdi>
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
                    {customer.name}
                  </span>
                  <span className={classes.second}>
                    {customer.phone} · {customer.email}
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
                <Icon size={18} aria-hidden /> {label}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        )}
      </Combobox.Options>
      <p className={classes.note} role="status">
        {failed
          ? 'The search failed. Type again to retry.'
          : total === 0 && (isSearching ? 'Searching' : 'Nothing found')}
      </p>
    </Combobox>
  );
}
