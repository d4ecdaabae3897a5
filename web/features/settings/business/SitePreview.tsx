import { Button, VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Business } from '#contract/business.ts';
import { paths } from '#contract/words/paths.ts';
import { PhoneLinks } from '#web/domain/reach/PhoneLinks.tsx';
import section from '#web/domain/SettingsSection.module.css';
import { addressText, hoursLines } from '#web/lib/hours.ts';
import { useNow } from '#web/lib/now.ts';
import { openState } from '#web/lib/open-state.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { Facts } from '#web/ui/base/content/Facts.tsx';
import { comingClosures, dateIn, longDate, previewOf } from '../settings.view.ts';
import classes from './SitePreview.module.css';
import shared from './settings.module.css';

/** How many coming closed days the preview shows. */
const AHEAD = 3;

/** Previews what the site shows with the details in the form (spec §1). */
export function SitePreview() {
  const { control, getValues } = useFormContext<Business>();
  // Renders again with every change. The values are read from the form: watched ones lag behind a removed row.
  useWatch({ control });
  const shown = previewOf(getValues());
  const now = useNow();
  const state = openState(shown, now);
  const closures = comingClosures(shown.closures, dateIn(shown.time_zone, now)).slice(0, AHEAD);
  const hours = hoursLines(shown.hours);
  return (
    <aside className={`${section.box} ${shared.preview}`} aria-label="On the site">
      <div className={classes.head}>
        <h2 className={section.title}>On the site</h2>
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
          ['Phone', <PhoneLinks key="phone" text={shown.phone} />],
          ['Emergency', <PhoneLinks key="emergency" text={shown.emergency_phone} />],
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
