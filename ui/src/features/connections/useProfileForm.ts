import { useState } from "react";
import type { ProfileDetails, ProfilePlace } from "@/backend";

type Postgres = Extract<ProfilePlace, { engine: "postgres" }>;

/** What the fields hold. Both engines keep theirs, so that switching back loses nothing. */
export interface ProfileForm {
  name: string;
  engine: ProfilePlace["engine"];
  file: string;
  server: Omit<Postgres, "engine" | "port"> & { port: string };
  colour: ProfileDetails["colour"];
  protection: ProfileDetails["protection"];
}

const emptyServer: ProfileForm["server"] = {
  host: "",
  port: "",
  database: "",
  user: "",
  tls: "prefer",
  certificate: null,
  parameters: "",
};

/** A new one: a shared server opens read-only until its owner says otherwise, a file is one's own. */
export function emptyForm(engine: ProfilePlace["engine"]): ProfileForm {
  return {
    name: "",
    engine,
    file: "",
    server: emptyServer,
    colour: engine === "postgres" ? "ochre" : "sea",
    protection: engine === "postgres" ? "read_only" : "full",
  };
}

export function formOf(details: ProfileDetails): ProfileForm {
  const { place } = details;
  const { name, colour, protection } = details;
  const rest = { name, colour, protection, engine: place.engine };
  if (place.engine === "sqlite") return { ...rest, file: place.file, server: emptyServer };
  const { engine: _, port, ...server } = place;
  return { ...rest, file: "", server: { ...server, port: port === null ? "" : String(port) } };
}

/** None while the port is no number. */
export function detailsOf(form: ProfileForm): ProfileDetails | null {
  const { engine, file, server, ...rest } = form;
  const name = rest.name.trim() === "" ? nameOf(form) : rest.name;
  if (engine === "sqlite") return { ...rest, name, place: { engine, file } };
  const port = server.port.trim();
  if (port !== "" && !/^\d{1,5}$/.test(port)) return null;
  if (Number(port) > 65_535) return null;
  return {
    ...rest,
    name,
    place: { engine, ...server, port: port === "" ? null : Number(port) },
  };
}

/** What it is called where nobody said: the file, or database and server. */
export function nameOf({ engine, file, server }: ProfileForm): string {
  if (engine === "sqlite") return file.split(/[\\/]/).at(-1)?.trim() ?? "";
  const { database, host } = server;
  return database && host ? `${database.trim()} on ${host.trim()}` : host.trim();
}

/** The fields, and which of them differ from what is kept. */
export function useProfileForm(start: ProfileForm) {
  const [base, setBase] = useState(start);
  const [form, setForm] = useState(start);
  const isDirty = JSON.stringify(form) !== JSON.stringify(base);
  return {
    form,
    isDirty,
    change: (part: Partial<ProfileForm>) => setForm((before) => ({ ...before, ...part })),
    reset: () => setForm(base),
    /** It was saved so. */
    settle: (saved: ProfileForm) => {
      setBase(saved);
      setForm(saved);
    },
  };
}
