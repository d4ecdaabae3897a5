import { useSearchParams } from 'react-router';
import { useHydrated } from '#web/ui/base/page/useHydrated.ts';
import classes from './ProjectFilter.module.css';
import { groups, projects } from './projects.ts';

const choices = [
  { slug: null, label: 'All', count: projects.length },
  ...groups.map(({ slug, label }) => ({
    slug,
    label,
    count: projects.filter(({ group }) => group === slug).length,
  })),
];

/**
 * The kind of work that is shown, kept in the address as `?kind=`. The server renders the page without a query, so the
 * choice applies from hydration on.
 */
export function useProjectKind() {
  const [params, setParams] = useSearchParams();
  const isHydrated = useHydrated();
  const asked = isHydrated ? params.get('kind') : null;
  const kind = groups.find(({ slug }) => slug === asked)?.slug ?? null;
  return {
    kind,
    shown: projects.filter(({ group }) => kind === null || group === kind),
    choose: (next: string | null) => setParams(next === null ? {} : { kind: next }, { preventScrollReset: true }),
  };
}

type Props = { kind: string | null; count: number; onChoose: (kind: string | null) => void };

/** One button per kind of work with its count. Screen readers announce the result. */
export function ProjectFilter({ kind, count, onChoose }: Props) {
  return (
    <div className={classes.filter}>
      <fieldset className={classes.choices}>
        <legend>Kind of work</legend>
        {choices.map(({ slug, label, count: of }) => (
          <button key={label} type="button" aria-pressed={kind === slug} onClick={() => onChoose(slug)}>
            {label} <span className={classes.count}>{of}</span>
          </button>
        ))}
      </fieldset>
      <p className={classes.result} role="status">
        Showing {count} of {projects.length} projects
      </p>
    </div>
  );
}
