import { useEffect, useRef, useState } from "react";

/**
 * Words that reach the address when typing pauses for `pauseMs`. Another address replaces what was
 * typed; the arrival of what was typed does not, since the next word may have been begun meanwhile.
 */
export function useTypedWords(value: string, onChange: (words: string) => void, pauseMs: number) {
  const [typed, setTyped] = useState({ text: value, sent: value, of: value });
  if (typed.of !== value) {
    const arrived = typed.sent === value;
    setTyped(arrived ? { ...typed, of: value } : { text: value, sent: value, of: value });
  }
  const latest = useRef(onChange);
  latest.current = onChange;
  const { text } = typed;
  useEffect(() => {
    const words = text.trim();
    if (words === value) return;
    const timer = setTimeout(() => {
      setTyped((before) => ({ ...before, sent: words }));
      latest.current(words);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, value, pauseMs]);
  return {
    text,
    type: (next: string) => setTyped((before) => ({ ...before, text: next })),
  };
}
