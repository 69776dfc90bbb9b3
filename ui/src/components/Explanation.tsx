import { ArrowRightToLine, CircleCheck, CircleHelp, CircleX, Minus } from "lucide-react";
import styles from "./Explanation.module.css";

type Question =
  | "was_on"
  | "was_planned"
  | "clock_change_near"
  | "looked_in_time"
  | "claimed_once"
  | "other_run_open"
  | "launch_accepted"
  | "work_ended";

type Verdict = "yes" | "no" | "not_reached" | "unknown";

type Proof =
  | { kind: "change"; revision: number }
  | { kind: "run"; id: string }
  | { kind: "sweep"; id: string }
  | { kind: "zone_data"; release: string };

interface Check {
  question: Question;
  verdict: Verdict;
  answer: string;
  proof: readonly Proof[];
  /** The answer of all of them rests on this one. */
  decides: boolean;
}

const questions: Record<Question, string> = {
  was_on: "Was it on?",
  was_planned: "Was it a planned time?",
  clock_change_near: "Was a clock change near?",
  looked_in_time: "Did a worker look in time?",
  claimed_once: "Was it claimed once?",
  other_run_open: "Was another run still open?",
  launch_accepted: "Was the launch accepted?",
  work_ended: "Did the work start and end?",
};

const verdicts: Record<Verdict, { icon: typeof CircleCheck; word: string }> = {
  yes: { icon: CircleCheck, word: "Yes" },
  no: { icon: CircleX, word: "No" },
  not_reached: { icon: Minus, word: "Not reached" },
  unknown: { icon: CircleHelp, word: "Unknown" },
};

/** An answer of `no` to these is how it should be. */
const harmless: readonly Question[] = ["clock_change_near", "other_run_open"];

interface ExplanationProps {
  answer: string;
  checks: readonly Check[];
  /** What shows it has no page here. */
  offline?: boolean;
}

/** One sentence, and the checks it rests on, each with what shows it. */
export function Explanation({ answer, checks, offline = false }: ExplanationProps) {
  return (
    <div className={styles.explanation}>
      <p className={styles.answer}>{answer}</p>
      <ol className={styles.checks}>
        {checks.map((check) => (
          <CheckLine key={check.question} check={check} offline={offline} />
        ))}
      </ol>
    </div>
  );
}

function CheckLine({ check, offline }: { check: Check; offline: boolean }) {
  const { question, verdict, answer, proof, decides } = check;
  const { icon, word } = verdicts[verdict];
  const stops = decides && verdict === "no";
  const fine = verdict === "no" && harmless.includes(question) && !decides;
  const Icon = stops ? ArrowRightToLine : fine ? CircleCheck : icon;
  const tone = stops ? "bad" : fine ? "yes" : verdict;
  return (
    <li className={styles.check} data-tone={tone} data-decides={decides || undefined}>
      <Icon size={14} aria-hidden />
      <span className={styles.question}>{questions[question]}</span>
      <span className={styles.why}>
        <strong>{word}</strong>
        {verdict !== "not_reached" && <> {answer}</>}
      </span>
      <span className={styles.proof}>
        {proof.map((one, place) => (
          <ProofLink
            key={address(one) ?? words(one, place)}
            href={offline ? undefined : address(one)}
            text={words(one, place)}
          />
        ))}
      </span>
    </li>
  );
}

function ProofLink({ href, text }: { href: string | undefined; text: string }) {
  return href === undefined ? <span>{text}</span> : <a href={`#${href}`}>{text}</a>;
}

/** The page that shows a proof; the router lives behind the hash. */
function address(proof: Proof): string | undefined {
  switch (proof.kind) {
    case "run":
      return `/runs/${proof.id}`;
    case "change":
      return "/journal";
    case "sweep":
      return "/scheduler";
    default:
      return undefined;
  }
}

function words(proof: Proof, place: number): string {
  switch (proof.kind) {
    case "run":
      return place === 0 ? "run" : `run ${place + 1}`;
    case "change":
      return `revision ${proof.revision}`;
    case "sweep":
      return "sweep";
    case "zone_data":
      return `zone data ${proof.release}`;
  }
}
