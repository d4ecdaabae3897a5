import type { ReactNode } from 'react';
import page from '#web/ui/base/style/Page.module.css';
import classes from './Prose.module.css';

type Section = { id: string; title: string; body: ReactNode };

/** A page of text: a lead, a table of contents, and sections. */
export function Prose({ title, lead, sections }: { title: string; lead: ReactNode; sections: readonly Section[] }) {
  return (
    <div className={page.wrap}>
      <div className={page.head}>
        <h1>{title}</h1>
        <p className={page.lead}>{lead}</p>
      </div>
      <div className={classes.page}>
        <nav className={classes.contents} aria-label="On this page">
          <ul>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.text}>
          {sections.map((section) => (
            <section key={section.id} aria-labelledby={section.id}>
              <h2 id={section.id}>{section.title}</h2>
              {section.body}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
