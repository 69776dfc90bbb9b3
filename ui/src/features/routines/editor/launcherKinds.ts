import { FlaskConical, Send, SquareTerminal } from "lucide-react";

/** The three ways to start work, as screens call them. */
export const launcherKinds = [
  { value: "http", label: "Hub hand-off", icon: Send },
  { value: "command", label: "Local command", icon: SquareTerminal },
  { value: "simulated", label: "Simulated", icon: FlaskConical },
] as const;
