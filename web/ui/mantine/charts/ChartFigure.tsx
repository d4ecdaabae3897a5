import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { saveFile } from '#web/lib/save-file.ts';
import { useToasts } from '../content/Toasts.tsx';
import classes from './ChartFigure.module.css';
import { type ChartData, ChartTable } from './ChartTable.tsx';
import { chartPicture } from './chart-picture.ts';
import { Legend, type LegendEntry } from './Legend.tsx';

type Props = {
  title: string;
  /** What the chart shows, in one sentence with its figures. */
  words: string;
  /** In the order of the marks; none for a chart whose axis names them. */
  legend?: readonly LegendEntry[];
  /** Whether the legend stands beside the chart where there is room. */
  legendBeside?: boolean;
  /** Whether the chart is drawn large, with a legend as wide as itself. */
  large?: boolean;
  data: ChartData;
  /** The name of the saved picture, without its ending. */
  fileName: string;
  /** Saves the figures as a CSV file. */
  onSaveData: () => void;
  /** Whether picture and data are those that the filters ask for. */
  canSave?: boolean;
  /** Shown instead of a chart that has no figures. */
  empty?: string | false;
  /** For a chart that doesn't show everything at first: how much there is, and whether it is shown. */
  shown?: { count: number; isWhole: boolean; onToggle: () => void } | undefined;
  /** Across the whole page. */
  wide?: boolean;
  /** Draws the chart; the id is that of its textures. */
  children: (id: string) => ReactNode;
};

/** A chart with its title, its content in words, a legend, and its figures as a table. Can be saved as a picture and as data. */
export function ChartFigure(props: Props) {
  const {
    title,
    words,
    legend = [],
    legendBeside = false,
    large = false,
    data,
    fileName,
    onSaveData,
    canSave = true,
    empty,
    shown,
    wide = false,
    children,
  } = props;
  const more = shown?.isWhole ? 'Show Fewer' : `Show All ${shown?.count}`;
  const id = useId();
  const { show } = useToasts();
  const plot = useRef<HTMLDivElement>(null);
  const [asTable, setAsTable] = useState(false);
  const savePicture = async () => {
    const svg = plot.current?.querySelector<SVGSVGElement>('svg.recharts-surface');
    if (!svg) return;
    try {
      const picture = await chartPicture(svg, { title, words, legend, chart: id });
      saveFile(new File([picture], `${fileName}.png`, { type: picture.type }));
      show({ text: 'The picture is in your downloads.' });
    } catch {
      show({ text: 'Failed to save the picture', tone: 'danger' });
    }
  };
  return (
    <section className={classes.figure} aria-labelledby={`${id}-title`} data-wide={wide || undefined}>
      <div className={classes.head}>
        <h2 id={`${id}-title`} className={classes.title}>
          {title}
        </h2>
        {!empty && (
          <div className={classes.actions}>
            <Button
              className={classes.switch}
              variant="subtle"
              size="xs"
              leftSection={asTable ? <IconChartBar size={16} /> : <IconTable size={16} />}
              aria-label={`${asTable ? 'Show as chart' : 'Show as table'}: ${title}`}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? 'Show as chart' : 'Show as table'}
            </Button>
            <Menu position="bottom-end" withinPortal={false} transitionProps={{ duration: 0 }}>
              <Menu.Target>
                <ActionIcon size={36} aria-label={`Download: ${title}`} disabled={!canSave}>
                  <IconDownload size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {!asTable && <Menu.Item onClick={() => void savePicture()}>Picture (PNG)</Menu.Item>}
                <Menu.Item onClick={onSaveData}>Data (CSV)</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </div>
        )}
      </div>
      {empty ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <>
          <p className={classes.words}>{words}</p>
          {asTable ? (
            <ChartTable title={title} data={data} />
          ) : (
            <div className={classes.chart} data-beside={legendBeside || undefined} data-large={large || undefined}>
              <div ref={plot} className={classes.plot} role="img" aria-label={`${title}. ${words}`}>
                {children(id)}
              </div>
              {legend.length > 0 && <Legend chart={id} entries={legend} />}
            </div>
          )}
          {shown && !asTable && (
            <Button
              className={classes.more}
              variant="subtle"
              size="xs"
              aria-label={`${more}: ${title}`}
              aria-expanded={shown.isWhole}
              onClick={shown.onToggle}
            >
              {more}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
