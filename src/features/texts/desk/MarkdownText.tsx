import { createElement, Fragment, type ReactNode } from 'react';
import { parseMarkdown } from '#shared/markdown.ts';

type Token = ReturnType<typeof parseMarkdown>[number];

/** Elements by the tokens of the text: nothing that was typed becomes markup. */
function elementsOf(tokens: readonly Token[]): ReactNode[] {
  const open: { readonly token: Token | null; readonly inside: ReactNode[] }[] = [
    { token: null, inside: [] },
  ];
  const put = (node: ReactNode) => open.at(-1)?.inside.push(node);
  for (const [at, token] of tokens.entries()) {
    if (token.nesting === 1) open.push({ token, inside: [] });
    else if (token.nesting === -1) {
      const closed = open.pop();
      if (closed?.token) put(elementOf(closed.token, at, closed.inside));
    } else put(leafOf(token, at));
  }
  return open[0]?.inside ?? [];
}

function elementOf(token: Token, at: number, inside: readonly ReactNode[]) {
  const { tag } = token;
  if (token.hidden) return <Fragment key={at}>{inside}</Fragment>;
  const side = /text-align:(right|center)/.exec(attribute(token, 'style') ?? '')?.[1];
  return createElement(
    tag,
    {
      key: at,
      ...(tag === 'a' ? { href: attribute(token, 'href'), target: '_blank', rel: 'noopener' } : {}),
      ...(side === undefined ? {} : { className: `align-${side}` }),
    },
    ...inside,
  );
}

const attribute = ({ attrs }: Token, name: string): string | undefined => {
  const found = attrs?.find(([each]) => each === name);
  return found && String(found[1]);
};

function leafOf(token: Token, at: number): ReactNode {
  switch (token.type) {
    case 'inline':
      return <Fragment key={at}>{elementsOf(token.children ?? [])}</Fragment>;
    case 'text':
      return token.content;
    case 'softbreak':
      return '\n';
    case 'code_inline':
      return <code key={at}>{token.content}</code>;
    case 'fence':
    case 'code_block':
      return (
        <pre key={at}>
          <code>{token.content}</code>
        </pre>
      );
    case 'image':
      return <em key={at}>{token.content}</em>;
    default:
      return token.tag === '' ? token.content : createElement(token.tag, { key: at });
  }
}

/** A text as its page shows it. */
export function MarkdownText({ text }: { readonly text: string }) {
  return <div className="prose">{elementsOf(parseMarkdown(text))}</div>;
}
