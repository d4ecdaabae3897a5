import { Button, VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import { paths } from '#contract/words/paths.ts';
import { addressText, hoursLines, telLink } from '#web/lib/hours.ts';
import { useNow } from '#web/lib/now.ts';
import { openState } from '#web/lib/open-state.ts';
import { Badge } from '#web/ui/base/Badge.tsx';
import { Facts } from '#web/ui/base/Facts.tsx';
import { comingClosures, dateIn, longDate, previewOf } from '../settings.view.ts';
import { useSettings } from './form-context.ts';
import classes from './settings.module.css';

/** How many days off are told ahead. */
const AHEAD = 3;

/** What the site will say with the details as they stand in the form (spec §1). */
export function SitePreview() {
  const { control, getValues } = useSettings();
  // Only wakes this up: watched values of a list lag behind when a row is removed.
  useWatch({ control });
  const shown = previewOf(getValues());
  const now = useNow();
  const state = openState(shown, now);
  const closures = comingClosures(shown.closures, dateIn(shown.time_zone, now)).slice(0, AHEAD);
  const hours = hoursLines(shown.hours);
  return (
    <aside className={classes.preview} aria-label="On the site">
      <div className={classes.previewHead}>
        <h2 className={classes.sectionTitle}>On the site</h2>
        <Button
          component="a"
          href={paths.home}
          target="_blank"
          rel="noopener"
          variant="default"
          size="sm"
          leftSection={<IconExternalLink size={16} />}
        >
          View Site
          <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </Button>
      </div>
      <div className={classes.sign}>
        <strong className={classes.signName}>{shown.name}</strong>
        <span>{shown.tagline}</span>
        <span className={classes.signState}>
          <Badge tone={state.isOpen ? 'success' : 'neutral'} dot>
            {state.isOpen ? 'Open now' : 'Closed now'}
          </Badge>
          <span>
            {state.isOpen ? `Until ${state.closes}` : (state.closure ?? '')}
            {!state.isOpen && state.closure && state.opens && ', '}
            {!state.isOpen && state.opens && `${state.closure ? 'opens' : 'Opens'} ${state.opens}`}
          </span>
        </span>
      </div>
      <Facts
        items={[
          ['Hours', hours.length ? hours.join('\n') : 'By appointment'],
          ['Closed', closures.map(({ date, name }) => `${longDate(date)}: ${name}`).join('\n')],
          ['Phone', <Phone key="phone" number={shown.phone} />],
          ['Emergency', <Phone key="emergency" number={shown.emergency_phone} />],
          ['Email', shown.email],
          ['Address', addressText(shown.address)],
          ['Area', shown.service_area],
          ['License', shown.license],
          [
            'Links',
            shown.socials
              .map(({ name }) => name)
              .filter(Boolean)
              .join(', '),
          ],
        ]}
      />
    </aside>
  );
}

const Phone = ({ number }: { number: string }) => <a href={telLink(number)}>{number}</a>;
