import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SettingsTabs } from '#web/domain/SettingsTabs.tsx';
import { messageOf } from '#web/lib/api-client.ts';
import { useFlash } from '#web/ui/base/behaviour/useFlash.ts';
import { useLinkedLayer } from '#web/ui/base/behaviour/useLinkedLayer.ts';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { PageFlash } from '#web/ui/mantine/content/FlashNotice.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { List } from '#web/ui/mantine/list/List.tsx';
import { keyQueries } from '../keys.api.ts';
import { EndKey } from './EndKey.tsx';
import { KEY_LAYER, KeyDialog } from './KeyDialog.tsx';
import { KeyList } from './KeyList.tsx';

const FAILURE = 'Failed to fetch the API keys';
const asNew = (value: unknown) => (value === 'new' ? value : null);

/** The API keys part of Settings: which programs of the business read from here, and what. */
export function Component() {
  const keys = useQuery(keyQueries.list());
  const dialog = useLinkedLayer(KEY_LAYER, asNew, asNew);
  const [ending, setEnding] = useState<number | null>(null);
  const done = useFlash();
  const failure = useFlash();
  const open = () => {
    done.clear();
    failure.clear();
    dialog.open('new');
  };
  const ask = (id: number) => {
    setEnding(id);
    // When a key was last used decides whether it is ended.
    void keys.refetch();
  };
  const newKey = (
    <Button leftSection={<IconPlus size={18} />} onClick={open}>
      New Key
    </Button>
  );
  return (
    <>
      <PageHead
        title="Settings"
        intro="Programs of the business read with a key of their own. A key changes nothing."
        action={keys.data?.length ? newKey : undefined}
      />
      <SettingsTabs />
      <StaleNote reads={[keys]} failure={FAILURE} />
      <PageFlash flash={done} />
      <PageFlash tone="danger" flash={failure} />
      <List
        read={keys}
        failure={messageOf(keys.error, FAILURE)}
        rows={keys.data}
        empty={{
          title: 'No API keys yet',
          hint: 'With a key, a program such as your accounting, a wall display or a spreadsheet reads requests, customers or reports by itself, without the account of a person.',
          action: newKey,
        }}
      >
        <KeyList rows={keys.data} onEnd={({ id }) => ask(id)} />
      </List>
      <KeyDialog opened={dialog.value !== null} onClose={dialog.close} />
      <EndKey
        apiKey={keys.data?.find(({ id }) => id === ending) ?? null}
        onClose={() => setEnding(null)}
        onEnded={({ name }) => done.show(`API key "${name}" ended. Its next call is refused.`)}
        onFailed={(text) => failure.show(text)}
      />
    </>
  );
}
