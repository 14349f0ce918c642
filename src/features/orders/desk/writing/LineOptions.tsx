import { obstacleTo } from '#features/catalogue/model/option-choice.ts';
import { Select } from '#ui/react/Field.tsx';
import type { FoundGoods } from '../../store/desk-amendments.ts';

type Answers = Readonly<Record<string, string>>;

type Props = {
  readonly goods: FoundGoods;
  readonly chosen: Answers;
  readonly onChange: (chosen: Answers) => void;
};

/**
 * A question for each option; what can't be had with the other answers says why. It can still be
 * chosen, since the other answer may be what changes next: the shop refuses what is left unresolved.
 */
export function LineOptions({ goods, chosen, onChange }: Props) {
  return goods.options.map((option) => {
    const others = new Set(
      Object.entries(chosen).flatMap(([id, value]) => (id === option.id ? [] : [value])),
    );
    const answer = chosen[option.id] ?? '';
    const trouble = obstacleTo(answer, others, goods.rules)?.reason;
    return (
      <Select
        key={option.id}
        label={option.title}
        error={trouble}
        value={answer}
        onChange={(event) => onChange({ ...chosen, [option.id]: event.target.value })}
      >
        {answer === '' && <option value="">Choose one</option>}
        {option.values.map((value) => {
          const obstacle = obstacleTo(value.id, others, goods.rules);
          return (
            <option key={value.id} value={value.id}>
              {obstacle === null ? value.title : `${value.title}: ${obstacle.reason}`}
            </option>
          );
        })}
      </Select>
    );
  });
}
