import { useState } from 'react';
import { Dialog } from '#web/ui/mantine/dialog/Dialog.tsx';
import { KeyForm } from './KeyForm.tsx';
import { KeySecret } from './KeySecret.tsx';

/** The name of the dialog's history layer. */
export const KEY_LAYER = 'key';

type Props = { opened: boolean; onClose: () => void };

/** Makes an API key, and then shows its secret, once. */
export function KeyDialog({ opened, onClose }: Props) {
  return (
    <Dialog layer={KEY_LAYER} opened={opened} onClose={onClose} title="New API Key" width={560}>
      <NewKey />
    </Dialog>
  );
}

/** Mounted anew with each opening, so that the secret is gone with the dialog. */
function NewKey() {
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  return made ? <KeySecret {...made} /> : <KeyForm onMade={({ key, secret }) => setMade({ name: key.name, secret })} />;
}
