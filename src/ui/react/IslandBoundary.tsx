// chunk: controls
import { Component, type ReactNode } from 'react';
import { reportIslandError } from '#shared/errors/report.ts';

interface Props {
  /** What the island is for, as the message names it: "the cart". */
  readonly label: string;
  readonly children: ReactNode;
}

type State =
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly eventId: string | null };

/**
 * Shows what failed in the place of the island and leaves the page usable. The one class among the
 * islands: React catches errors in no other way.
 */
export class IslandBoundary extends Component<Props, State> {
  override state: State = { kind: 'running' };

  static getDerivedStateFromError(): State {
    return { kind: 'failed', eventId: null };
  }

  /** React may derive the state more than once for one error, and commits it once. */
  override componentDidCatch(error: unknown): void {
    this.setState({ kind: 'failed', eventId: reportIslandError(error) });
  }

  override render(): ReactNode {
    const { state } = this;
    if (state.kind === 'running') return this.props.children;
    return (
      <div role="alert" className="island-failure">
        <p>
          Something went wrong in {this.props.label}. The rest of the page still works, and your
          cart is kept.
        </p>
        <p>
          Error <code>{state.eventId}</code>
        </p>
        <button type="button" onClick={() => this.setState({ kind: 'running' })}>
          Try again
        </button>
      </div>
    );
  }
}
