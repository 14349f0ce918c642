import { useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react';
import own from './editor.module.css';

type Props = {
  readonly label: string;
  readonly field?: RefObject<HTMLInputElement | null>;
  /** One or several, as they were typed or pasted. */
  readonly onAdd: (typed: string) => void;
};

/** Values are typed one after the other: Enter or a comma adds one, and so does leaving the field. */
export function ValueAdder({ label, field, onAdd }: Props) {
  const [text, setText] = useState('');
  function add(typed: string) {
    setText('');
    if (typed.trim() !== '') onAdd(typed);
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add(text);
  }
  function paste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text');
    if (!/[,;\n\t]/.test(pasted)) return;
    event.preventDefault();
    add(`${text}${pasted.replaceAll('\t', ',')}`);
  }
  return (
    <input
      ref={field}
      className={own['add']}
      aria-label={label}
      placeholder="Add a value, then Enter"
      value={text}
      maxLength={400}
      onChange={({ target }) =>
        target.value.endsWith(',') ? add(target.value) : setText(target.value)
      }
      onKeyDown={press}
      onPaste={paste}
      onBlur={() => add(text)}
    />
  );
}
