import type { ResponseOf } from '#contract/endpoint.ts';
import type { requests } from '#contract/requests.ts';
import { Facts } from '#web/ui/base/content/Facts.tsx';
import { Panel } from '#web/ui/base/content/Panel.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import shared from '../record/record.module.css';
import classes from './TrackingTab.module.css';

const devices = [
  ['mobile', 'Mobile'],
  ['tablet', 'Tablet'],
  ['desktop', 'Desktop'],
  ['unknown', 'Unknown'],
] as const;
const deviceLabels = Object.fromEntries(devices);

/** How often the request was looked up by its tracking ID, and from what (spec §2 Tracking). */
export function TrackingTab({ stats, recentTracking }: ResponseOf<typeof requests.trackingStats>) {
  if (!stats.wasTracked) {
    return (
      <p className={shared.none}>
        This request has not been tracked yet. Tracking occurs when someone views this request using the tracking ID.
      </p>
    );
  }
  return (
    <div className={classes.columns}>
      <Panel title="Views">
        <Facts
          items={[
            ['Total views', stats.totalTracks],
            ['Unique visitors', stats.uniqueIPs],
            ['First tracked', stats.firstTracked && <Time key="first" iso={stats.firstTracked} />],
            ['Last tracked', stats.lastTracked && <Time key="last" iso={stats.lastTracked} />],
          ]}
        />
      </Panel>
      <Panel title="Devices">
        <ul className={classes.devices} aria-label="Devices">
          {devices.map(([device, label]) => (
            <li key={device}>
              <span>{label}</span>
              <span className={classes.bar} aria-hidden>
                <span style={{ inlineSize: `${(100 * stats.deviceStats[device]) / stats.totalTracks}%` }} />
              </span>
              <span className={classes.count}>{stats.deviceStats[device]}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <div className={classes.wide}>
        <Panel title="Recent Tracking">
          <ol className={classes.recent} aria-label="Recent Tracking">
            {recentTracking.map((view) => (
              <li key={view.id}>
                <span>{deviceLabels[view.device_type]}</span>
                <span className={classes.address}>{view.ip_address}</span>
                <Time iso={view.tracked_at} />
              </li>
            ))}
          </ol>
        </Panel>
      </div>
    </div>
  );
}
