import { ErrorBand } from "./ErrorBand";

interface StoppedProps {
  /** Who was asked: "Production EU". */
  name: string | undefined;
  onRetry: () => void;
}

/** A person stopped a read that took too long: nothing is shown, and nothing is asked any more. */
export function Stopped({ name, onRetry }: StoppedProps) {
  return (
    <ErrorBand title="Stopped asking." onRetry={onRetry}>
      {`${name ?? "The database"} had not answered yet.`}
    </ErrorBand>
  );
}
