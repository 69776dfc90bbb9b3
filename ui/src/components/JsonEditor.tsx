import { Field as Base } from "@base-ui/react/field";
import { useMemo } from "react";
import { FieldFrame, type FieldProps } from "./Field";
import styles from "./Json.module.css";
import { parseJson } from "./json";
import { colour } from "./jsonLayout";

export interface JsonEditorProps extends Omit<FieldProps, "verdict"> {
  value: string;
  onChange: (text: string) => void;
  readOnly?: boolean;
  /** Lines shown at least. */
  minRows?: number;
  /** A refusal from the server; the syntax is checked here. */
  refusal?: string;
}

/** JSON as text with line numbers; checked while typing, never turned into values. */
export function JsonEditor(props: JsonEditorProps) {
  const { value, onChange, readOnly, minRows = 4, refusal, ...field } = props;
  const problem = useMemo(() => {
    const parsed = parseJson(value);
    return parsed.ok || value.trim() === "" ? null : parsed.problem;
  }, [value]);
  const pieces = useMemo(() => colour(value), [value]);
  const rows = Math.max(minRows, value.split("\n").length);
  const sentence = problem ? `Line ${problem.line}: ${problem.message}` : refusal;
  return (
    <FieldFrame {...field} verdict={sentence ? { tone: "bad", sentence } : undefined}>
      <div
        className={styles.editor}
        data-invalid={sentence ? true : undefined}
        data-read-only={readOnly || undefined}
      >
        <div className={styles.gutter} aria-hidden="true">
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the number is the identity
            <span key={row} data-problem={problem?.line === row + 1 || undefined}>
              {row + 1}
            </span>
          ))}
        </div>
        <div className={styles.page}>
          <pre className={styles.behind} aria-hidden="true">
            {pieces.map((piece, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other identity
              <span key={index} className={styles[piece.kind]}>
                {piece.text}
              </span>
            ))}{" "}
          </pre>
          <Base.Control
            value={value}
            onValueChange={(text) => onChange(text)}
            render={
              <textarea
                className={styles.area}
                rows={rows}
                readOnly={readOnly}
                spellCheck={false}
                wrap="off"
              />
            }
          />
        </div>
      </div>
    </FieldFrame>
  );
}
