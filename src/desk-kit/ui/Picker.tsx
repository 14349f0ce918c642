import type { ComponentProps } from 'react';
import desk from '#ui/styles/desk.module.css';
import field from '#ui/styles/field.module.css';

/** A choice that stands in a line of tools: as wide as what it holds, with the arrow that all choices have. */
export function Picker(props: ComponentProps<'select'>) {
  return <select {...props} className={`${field['input']} ${desk['pick']}`} />;
}
