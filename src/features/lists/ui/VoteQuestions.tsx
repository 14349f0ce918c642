import { Select } from '#ui/react/Field.tsx';
import type { ListQuestion } from '../store/lists.ts';

type Props = {
  readonly questions: readonly ListQuestion[];
  readonly answers: Readonly<Record<string, string>>;
  readonly onChange: (answers: Readonly<Record<string, string>>) => void;
};

/** What the product's page asks beside the goods; each answer is part of the vote. */
export function VoteQuestions({ questions, answers, onChange }: Props) {
  return questions.map((question) => (
    <Select
      key={question.id}
      label={question.title}
      value={answers[question.id] ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ ...answers, [question.id]: value })}
    >
      {question.option_values.map(({ id, title, note }) => (
        <option key={id} value={id}>
          {note === '' ? title : `${title}: ${note}`}
        </option>
      ))}
    </Select>
  ));
}
