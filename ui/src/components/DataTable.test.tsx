import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { CommandsProvider } from "./commands";
import { DataTable } from "./DataTable";
import type { DataTableProps } from "./table";

interface Row {
  id: string;
  name: string;
}

const many = (size: number): Row[] =>
  Array.from({ length: size }, (_, index) => ({ id: `id-${index}`, name: `Routine ${index}` }));

function table(props: Partial<DataTableProps<Row>> = {}) {
  return (
    <CommandsProvider>
      <DataTable
        label="Routines"
        columns={[
          { id: "name", head: "Routine", width: "1fr", sortable: true, cell: (r) => r.name },
        ]}
        rows={many(1000)}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        {...props}
      />
    </CommandsProvider>
  );
}

const row = (name: string) => screen.getByRole("row", { name });
const bodyRows = () => screen.getAllByRole("row").slice(1);

function Selecting({ onIds }: { onIds: (ids: ReadonlySet<string>) => void }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  onIds(ids);
  return table({ rows: many(10), primary: true, selection: { ids, onChange: setIds } });
}

describe("DataTable", () => {
  it("keeps at most sixty rows in the document", () => {
    render(table());
    expect(bodyRows().length).toBeGreaterThan(10);
    expect(bodyRows().length).toBeLessThanOrEqual(60);
    expect(screen.getByRole("grid").getAttribute("aria-rowcount")).toBe("1001");
  });

  it("does so in a window of any height", () => {
    vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(9000);
    render(table({ cursor: "id-900" }));
    expect(bodyRows()).toHaveLength(60);
  });

  it("roves with arrows, Home and End, and opens with Enter", async () => {
    const onOpen = vi.fn();
    const onCursor = vi.fn();
    render(table({ rows: many(12), onOpen, onCursor }));
    await userEvent.tab();
    expect(document.activeElement).toBe(row("Routine 0"));
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}");
    expect(document.activeElement).toBe(row("Routine 1"));
    expect(row("Routine 1").tabIndex).toBe(0);
    expect(bodyRows().filter((each) => each.tabIndex === 0)).toHaveLength(1);
    await userEvent.keyboard("{End}");
    expect(document.activeElement).toBe(row("Routine 11"));
    await userEvent.keyboard("{Enter}");
    expect(onOpen).toHaveBeenCalledWith({ id: "id-11", name: "Routine 11" });
    expect(onCursor).toHaveBeenLastCalledWith("id-11");
  });

  it("answers J and K from anywhere when it is primary", () => {
    render(table({ rows: many(5), primary: true }));
    fireEvent.keyDown(window, { key: "j" });
    fireEvent.keyDown(window, { key: "j" });
    fireEvent.keyDown(window, { key: "k" });
    expect(document.activeElement).toBe(row("Routine 0"));
  });

  it("stays silent from afar when it is not", () => {
    render(table({ rows: many(5) }));
    fireEvent.keyDown(window, { key: "j" });
    expect(document.activeElement).toBe(document.body);
  });

  it("moves the focus with a cursor that comes later, and not before it", async () => {
    const late = { cursor: "id-3", onCursor: vi.fn(), primary: true };
    const { rerender } = render(table(late));
    await userEvent.keyboard("j");
    expect(late.onCursor).toHaveBeenCalledWith("id-4");
    // Drawn once more before the address has changed, as by a live refresh.
    rerender(table(late));
    expect(document.activeElement).toBe(document.body);
    rerender(table({ ...late, cursor: "id-4" }));
    expect(document.activeElement).toBe(row("Routine 4"));
  });

  it("keeps the cursor row in the document however far it scrolls away", () => {
    render(table({ cursor: "id-900" }));
    expect(row("Routine 900").tabIndex).toBe(0);
  });

  it("selects a row, a range and all loaded rows", () => {
    let ids: ReadonlySet<string> = new Set();
    render(
      <Selecting
        onIds={(next) => {
          ids = next;
        }}
      />,
    );
    const press = (key: string, init = {}) => fireEvent.keyDown(window, { key, ...init });
    press("j");
    press("x");
    press("j");
    press("j");
    press("X", { shiftKey: true });
    expect([...ids]).toEqual(["id-0", "id-1", "id-2"]);
    expect(row("Routine 1").getAttribute("aria-selected")).toBe("true");
    press("a", { ctrlKey: true });
    expect(ids.size).toBe(10);
    fireEvent.click(within(row("Routine 9")).getByRole("checkbox"));
    expect(ids.has("id-9")).toBe(false);
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all loaded rows" }));
    expect(ids.size).toBe(10);
  });

  it("loads ahead near the end, but after 500 rows only by hand", async () => {
    const load = vi.fn();
    const more = { has: true, loading: false, load };
    const { rerender } = render(table({ rows: many(20), more }));
    expect(load).toHaveBeenCalledTimes(1);
    rerender(table({ rows: many(500), more }));
    const scroller = screen.getAllByRole("rowgroup")[1] as HTMLElement;
    scroller.scrollTop = 500 * 42;
    fireEvent.scroll(scroller);
    expect(row("Routine 499")).toBeDefined();
    expect(load).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole("button", { name: "Load 50 more" }));
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("does not ask twice while a page is under way", () => {
    const load = vi.fn();
    render(table({ rows: many(20), more: { has: true, loading: true, load } }));
    expect(load).not.toHaveBeenCalled();
  });

  it("exposes and turns the sort", async () => {
    const onSort = vi.fn();
    render(table({ rows: many(3), sort: { column: "name", descending: false }, onSort }));
    expect(screen.getByRole("columnheader").getAttribute("aria-sort")).toBe("ascending");
    await userEvent.click(screen.getByRole("button", { name: "Routine" }));
    expect(onSort).toHaveBeenCalledWith({ column: "name", descending: true });
  });

  it("shows what stands instead of rows", () => {
    render(table({ rows: [], instead: <p>No routines yet</p> }));
    expect(screen.getByText("No routines yet")).toBeDefined();
  });
});
