import { useState } from "react";
import { type RememberedConnection, useWrite } from "@/backend";
import { Banner } from "@/components/Banner";
import { Button } from "@/components/Button";
import { TextField } from "@/components/TextField";
import styles from "./Connections.module.css";

/** What was open last, and why it is not open now. */
export function Remembered({ choice }: { choice: RememberedConnection }) {
  const [password, setPassword] = useState("");
  const open = useWrite("openProfile");
  const asks =
    choice.needs_password ||
    choice.error?.code === "needs_password" ||
    open.error?.code === "needs_password";
  const why = open.error?.message ?? choice.error?.message;
  return (
    <Banner tone={why ? "bad" : "plain"} title={`Last opened: ${choice.name}.`}>
      {why}
      <form
        className={styles.again}
        onSubmit={(event) => {
          event.preventDefault();
          open.mutate([choice.id, asks ? password : null]);
        }}
      >
        {asks && (
          <TextField
            label="Password"
            layout="inside"
            small
            type="password"
            value={password}
            onChange={setPassword}
          />
        )}
        <Button type="submit" size={24} busy={open.isPending}>
          Open again
        </Button>
      </form>
    </Banner>
  );
}
