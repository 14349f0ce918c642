import type { SectionMark, SectionName } from '../model/form/product-sections.ts';
import own from './editor.module.css';
import { Mark } from './EditorSection.tsx';
import { showPart } from './show-problem.ts';

type Props = {
  readonly sections: readonly SectionName[];
  readonly marks: ReadonlyMap<SectionName, SectionMark>;
};

/** Beside the form, in sight however far it is scrolled. */
export function SectionList({ sections, marks }: Props) {
  return (
    <nav className={own['sections']} aria-label="Sections">
      <ul>
        {sections.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => showPart(name)}>
              <span>{name}</span> <Mark mark={marks.get(name)} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The same where there is no room beside the form. */
export function SectionJump({ sections, marks }: Props) {
  return (
    <select
      className={own['jump']}
      aria-label="Go to section"
      value=""
      onChange={({ target }) => showPart(target.value)}
    >
      <option value="" disabled>
        Sections
      </option>
      {sections.map((name) => {
        const mark = marks.get(name);
        return (
          <option key={name} value={name}>
            {mark === undefined ? name : `${name} – ${mark.words}`}
          </option>
        );
      })}
    </select>
  );
}
