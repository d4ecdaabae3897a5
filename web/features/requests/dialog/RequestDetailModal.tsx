import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RequestDetail } from '#contract/request-answers.ts';
import type { ListPage } from '#web/lib/paging.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { TAB_KEY } from '#web/ui/base/behaviour/history-layers.ts';
import { useLastValue } from '#web/ui/base/behaviour/useLastValue.ts';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { Dialog } from '#web/ui/mantine/dialog/Dialog.tsx';
import { Neighbours, useWayBack } from '#web/ui/mantine/list/Neighbours.tsx';
import { StoredFiles } from '../record/FileGallery.tsx';
import { REQUEST_LAYER } from '../record/useRequestDialog.ts';
import { requestQueries } from '../requests.api.ts';
import { AssignTab } from './AssignTab.tsx';
import { CorrectForm } from './CorrectForm.tsx';
import { DetailsTab } from './DetailsTab.tsx';
import { QuickStats } from './QuickStats.tsx';
import classes from './RequestDetailModal.module.css';
import { StatusTab } from './StatusTab.tsx';
import { TrackingTab } from './TrackingTab.tsx';
import { useCorrecting } from './useCorrecting.ts';
import { tabWithKept } from './useTabForm.ts';
import { focusForm, useTabKeys } from './useTabKeys.ts';

type Props = {
  id: number | null;
  onClose: () => void;
  /** The list the request was opened from, in its order: the dialog leads to the previous and the next one. */
  among?: readonly { id: number }[];
  listPage?: ListPage | undefined;
  onOpen?: (id: number) => void;
  /** Leaves out everything that changes something. */
  readOnly?: boolean;
};

/** The office's view of one request (spec §2): details, files, assignment, status and look-ups. */
export function RequestDetailModal({ id, onClose, among = [], listPage, onOpen, readOnly = false }: Props) {
  const shown = useLastValue(id);
  const returnTo = useWayBack(id, among);
  // A page that opens with a request may name its tab. Kept here, so that the neighbour in the list opens on the same one.
  const asked = useSearchParams()[0].get(TAB_KEY);
  const [tab, setTab] = useState<string | null>(asked === 'assignment' ? asked : 'details');
  const [idToAssign] = useState(tab === 'assignment' ? id : null);
  useEffect(() => {
    if (id === null) setTab('details');
  }, [id]);
  return (
    <Dialog
      layer={REQUEST_LAYER}
      opened={id !== null}
      onClose={onClose}
      title={shown !== null && <Title id={shown} />}
      actions={
        shown !== null &&
        onOpen && <Neighbours id={shown} among={among} listPage={listPage} onOpen={onOpen} noun="request" />
      }
      width={880}
      returnTo={returnTo}
      steady
    >
      {shown !== null && (
        <Body
          key={shown}
          id={shown}
          readOnly={readOnly}
          tab={tab}
          onTab={setTab}
          isToAssign={shown === idToAssign && !readOnly}
        />
      )}
    </Dialog>
  );
}

function Title({ id }: { id: number }) {
  const { data } = useQuery(requestQueries.detail(id));
  if (!data) return 'Request';
  return (
    <>
      Request #{data.external_id} - <bdi>{data.title}</bdi>
    </>
  );
}

type BodyProps = {
  id: number;
  readOnly: boolean;
  tab: string | null;
  onTab: (tab: string | null) => void;
  /** Whether the dialog was opened to assign the request: the field then has the focus. */
  isToAssign: boolean;
};

function Body({ id, readOnly, tab, onTab, isToAssign }: BodyProps) {
  const detail = useQuery(requestQueries.detail(id));
  // Loaded here and not in the tabs, so that all requests run in parallel.
  useQuery({ ...requestQueries.assignees(), enabled: !readOnly });
  useQuery({ ...requestQueries.workOrderLink(id), enabled: !readOnly });
  // Without it the dialog has no Tracking tab (spec §7: its failure is ignored).
  const tracking = useQuery(requestQueries.tracking(id)).data;
  // Read while rendering, before the form takes its entries back.
  const userId = useSession().user?.id ?? 0;
  const [keptTab] = useState(() => (readOnly ? undefined : tabWithKept(id, userId)));
  // A layout effect, so that it runs before the first press on another tab.
  useLayoutEffect(() => {
    if (keptTab) onTab(keptTab);
  }, [keptTab, onTab]);
  const correcting = useCorrecting(keptTab === 'details');
  const failure = 'Failed to load request details';
  const place = useRef<HTMLDivElement>(null);
  const isLoaded = detail.data !== undefined;
  useEffect(() => {
    if (isLoaded && isToAssign) focusForm(place.current, 'assignment');
  }, [isLoaded, isToAssign]);
  useTabKeys(place, { onTab, onCorrect: correcting.begin }, !readOnly);
  if (detail.isLoadingError) {
    return (
      <ErrorState title={failure} error={detail.error} onRetry={() => detail.refetch()} busy={detail.isFetching} />
    );
  }
  const request = detail.data;
  if (!request) return <DetailSkeleton />;
  const views = [
    correcting.isOn
      ? view(
          'details',
          'Details',
          <CorrectForm request={request} onCancel={correcting.cancel} onSaved={correcting.finish} />,
          true,
        )
      : view('details', 'Details', <DetailsTab request={request} readOnly={readOnly} correcting={correcting} />),
    view('files', `Files (${request.files_total})`, <StoredFiles request={request} />),
    ...(readOnly ? [] : changes(request)),
    ...(tracking ? [view('tracking', 'Tracking', <TrackingTab {...tracking} />)] : []),
  ];
  return (
    <div ref={place} className={classes.body}>
      <StaleNote reads={[detail]} failure={failure} />
      <QuickStats request={request} />
      <Tabs
        value={views.some(({ value }) => value === tab) ? tab : 'details'}
        onChange={onTab}
        className={classes.tabs}
        keepMounted
        keepMountedMode="display-none"
      >
        <Tabs.List className={classes.tabList} aria-label="Request">
          {views.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {views.map(({ value, label, content, isForm }) => (
          <Tabs.Panel
            key={value}
            value={value}
            className={isForm ? classes.form : classes.panel}
            data-form={isForm ? value : undefined}
            data-label={label}
            {...(!isForm && { tabIndex: 0 })}
          >
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}

const view = (value: string, label: string, content: ReactNode, isForm = false) => ({ value, label, content, isForm });

const changes = (request: RequestDetail) => [
  view('assignment', 'Assignment', <AssignTab request={request} />, true),
  view('status', 'Status', <StatusTab request={request} />, true),
];

function DetailSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-label="Loading request">
      <Skeleton height={20} width="60%" />
      <Skeleton height={40} />
      <Skeleton height={14} width="80%" />
      <Skeleton height={14} width="70%" />
      <Skeleton height={14} width="75%" />
      <Skeleton height={90} />
    </div>
  );
}
