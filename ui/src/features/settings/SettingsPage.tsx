import { useQuery } from "@tanstack/react-query";
import { Minus, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { reads, type Settings, type SettingsStatus, useSettings } from "@/backend";
import { Banner } from "@/components/Banner";
import { Button, IconButton } from "@/components/Button";
import { Combobox } from "@/components/Combobox";
import { useNow } from "@/components/clock";
import { useActiveCommands } from "@/components/commands";
import { ErrorBand } from "@/components/ErrorBand";
import { Kbd } from "@/components/Kbd";
import { PageHead } from "@/components/PageHead";
import { Segment } from "@/components/Segment";
import { Select } from "@/components/Select";
import { SkeletonRows } from "@/components/SkeletonRows";
import { Switch } from "@/components/Switch";
import { nextScale, SCALES } from "@/components/scale";
import { offsetLabel } from "@/components/zone";
import { densities, habits, notices, paces, themes, timeFormats, windows } from "./choices";
import styles from "./SettingsPage.module.css";

/** What is chosen on this desktop. Everything acts at once and is kept in one file. */
export function SettingsPage() {
  const { status, error, change } = useSettings();
  const [refused, setRefused] = useState<string | null>(null);
  const choose = (part: Partial<Settings>) => {
    setRefused(null);
    change(part, setRefused);
  };
  return (
    <>
      <PageHead title="Settings" fact={<span>of this desktop</span>} />
      <div className={styles.page}>
        {error && <ErrorBand title="The settings could not be read.">{error.message}</ErrorBand>}
        {refused && <ErrorBand title="The settings were not kept.">{refused}</ErrorBand>}
        {status?.warning && (
          <Banner tone="warn" title="Some settings were lost.">
            {status.warning}
          </Banner>
        )}
        {!status && !error && <SkeletonRows rows={6} tracks="1fr 2fr" columns={2} />}
        {status && <Form status={status} choose={choose} />}
      </div>
    </>
  );
}

interface FormProps {
  status: SettingsStatus;
  choose: (part: Partial<Settings>) => void;
}

function Form({ status, choose }: FormProps) {
  const { settings } = status;
  return (
    <div className={styles.form}>
      <Section title="Look">
        <Row label="Theme">
          <Segment
            label="Theme"
            value={settings.theme}
            options={themes}
            onChange={(theme) => choose({ theme })}
          />
        </Row>
        <Row label="Density" note="Compact lists move the second line into the tooltip.">
          <Segment
            label="Density"
            value={settings.density}
            options={densities}
            onChange={(density) => choose({ density })}
          />
        </Row>
        <Row label="Scale" note="80 to 150 %, everywhere with Ctrl + and Ctrl −.">
          <Scale percent={settings.scale_percent} choose={choose} />
        </Row>
      </Section>
      <Section title="Time">
        <Zone status={status} choose={choose} />
        <Row label="Time of day">
          <Segment
            label="Time of day"
            value={settings.time_format}
            options={timeFormats}
            onChange={(time_format) => choose({ time_format })}
          />
        </Row>
        <Select
          label="Lists begin with"
          value={settings.default_window}
          options={windows}
          onChange={(default_window) => choose({ default_window })}
        />
        <Row label="Live" note="Lists are asked less often, a hidden window every 30 s.">
          <Segment
            label="Live"
            value={settings.live}
            options={paces}
            onChange={(live) => choose({ live })}
          />
        </Row>
      </Section>
      <Section title="Tell me when">
        {notices.map(({ kind, label }) => (
          <div key={kind} className={styles.notice}>
            <Switch
              label={label}
              checked={settings.notices[kind] !== false}
              onChange={(on) => choose({ notices: { ...settings.notices, [kind]: on } })}
            />
            <span aria-hidden="true">{label}</span>
          </div>
        ))}
      </Section>
      <Section title="On this desktop">
        {habits.map(({ kind, label, note }) => (
          <div key={kind} className={styles.notice}>
            <Switch
              label={label}
              checked={settings.habits[kind] ?? false}
              onChange={(on) => choose({ habits: { ...settings.habits, [kind]: on } })}
            />
            <span aria-hidden="true">
              {label}
              <span className={styles.note}> {note}</span>
            </span>
          </div>
        ))}
      </Section>
      <Keys />
      {status.file && (
        <p className={styles.file}>
          Kept in <code>{status.file}</code>
        </p>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Row({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      <div>
        {children}
        {note && <p className={styles.note}>{note}</p>}
      </div>
    </div>
  );
}

function Scale({ percent, choose }: { percent: number; choose: FormProps["choose"] }) {
  const step = (steps: number) => choose({ scale_percent: nextScale(percent, steps) });
  return (
    <div className={styles.scale}>
      <IconButton
        tone="plain"
        icon={Minus}
        label="Smaller"
        disabledReason={percent <= SCALES.least ? "This is the smallest." : undefined}
        onClick={() => step(-1)}
      />
      <output aria-label="Scale">{percent} %</output>
      <IconButton
        tone="plain"
        icon={Plus}
        label="Larger"
        disabledReason={percent >= SCALES.most ? "This is the largest." : undefined}
        onClick={() => step(1)}
      />
      {percent !== 100 && (
        <Button tone="quiet" onClick={() => choose({ scale_percent: 100 })}>
          Back to 100 %
        </Button>
      )}
    </div>
  );
}

const DESKTOP = "";

function Zone({ status, choose }: FormProps) {
  const { data: zones = [] } = useQuery(reads.zones());
  const now = useNow();
  const own = status.desktop_zone;
  const options = [
    { value: DESKTOP, label: "As the desktop", detail: `${own}, ${offsetLabel(now, own)}` },
    ...zones.map((zone) => ({ value: zone, label: zone })),
  ];
  return (
    <Combobox
      label="Zone"
      note="Times are shown in this zone. Schedules keep their own."
      value={status.settings.zone ?? DESKTOP}
      options={options}
      onChange={(zone) => choose({ zone: zone === DESKTOP ? null : zone })}
      emptyText="No zone matches."
    />
  );
}

/** The keys that work everywhere; each view adds its own, and `?` shows them over it. */
function Keys() {
  const commands = useActiveCommands().filter((command) => command.keys !== undefined);
  return (
    <Section title="Keys">
      <dl className={styles.keys}>
        {commands.map((command) => (
          <div key={command.id}>
            <dt>{command.label}</dt>
            <dd>
              <Kbd keys={command.keys ?? ""} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        Each view adds its own keys; <Kbd keys="?" /> lists them there.
      </p>
    </Section>
  );
}
