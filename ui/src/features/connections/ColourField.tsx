import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { Check } from "lucide-react";
import type { ProfileColour } from "@/backend";
import { colourOf, colours } from "./colours";
import styles from "./ProfileFields.module.css";

interface Props {
  value: ProfileColour;
  onChange: (colour: ProfileColour) => void;
}

/** Which colour means this connection, everywhere in the window. */
export function ColourField({ value, onChange }: Props) {
  return (
    <div className={styles.row}>
      <span className={styles.rowLabel}>Colour</span>
      <RadioGroup
        className={styles.colours}
        aria-label="Colour"
        value={value}
        onValueChange={(next) => onChange(next as ProfileColour)}
      >
        {colours.map((colour) => (
          <Radio.Root
            key={colour}
            value={colour}
            className={styles.colour}
            style={colourOf(colour)}
            aria-label={colour}
            nativeButton
            render={<button type="button" />}
          >
            {colour === value && <Check size={13} strokeWidth={3} aria-hidden />}
          </Radio.Root>
        ))}
      </RadioGroup>
    </div>
  );
}
