using System.Globalization;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Output;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace S7OpcBridge.Watch;

/// <summary>The live table on a terminal: coloured qualities, highlighted recent changes, and below it the PLCs with cycle times and PDUs.</summary>
internal static class WatchScreen
{
    private static readonly TimeSpan Fresh = TimeSpan.FromSeconds(1);

    // Lines for header, borders and the note about rows that do not fit.
    private const int LinesAround = 6;

    public static Task ShowAsync(IAsyncEnumerable<WatchUpdate> news, WatchTable board, string note, IAnsiConsole console) =>
        console
            .Live(Render(board, note, console.Profile.Height))
            .AutoClear(false)
            .Overflow(VerticalOverflow.Crop)
            .StartAsync(async live =>
            {
                await foreach (var some in news)
                {
                    board.Apply(some);
                    live.UpdateTarget(Render(board, note, console.Profile.Height));
                }
            });

    /// <summary>Renders the present state.</summary>
    /// <param name="board">The table.</param>
    /// <param name="note">A sentence about the connection used.</param>
    /// <param name="height">Height of the terminal in lines.</param>
    public static IRenderable Render(WatchTable board, string note, int height)
    {
        var shown = Math.Max(1, height - LinesAround - board.Plcs.Count);
        var table = new Table { Border = TableBorder.Simple };
        table.AddColumn("Tag");
        table.AddColumn(new TableColumn("Value").RightAligned());
        foreach (var name in (string[])["Unit", "Type", "Quality"])
            table.AddColumn(name);
        foreach (var row in board.Rows.Take(shown))
        {
            var value = Terminal.Escape(row.Value);
            table.AddRow(
                Terminal.Escape(row.Name),
                board.IsFresh(row, Fresh) ? $"[black on yellow]{value}[/]" : value,
                Terminal.Escape(row.Unit),
                $"[grey]{Terminal.Escape(row.Type)}[/]",
                Quality(row.Status)
            );
        }
        List<IRenderable> parts = [table];
        if (board.Rows.Count > shown)
            parts.Add(
                new Markup(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"[grey]… and {board.Rows.Count - shown} more; name tags to see them: watch map Motor '*/Speed'[/]"
                    )
                )
            );
        parts.AddRange(board.Plcs.Select(plc => new Markup(Foot(plc))));
        parts.Add(
            new Markup(
                string.Create(CultureInfo.InvariantCulture, $"[grey]{board.Changes} changes. {Terminal.Escape(note)} Ctrl+C ends.[/]")
            )
        );
        return new Rows(parts);
    }

    private static string Quality(uint status)
    {
        var code = new StatusCode(status);
        return $"[{(code.IsGood ? "green" : code.IsUncertain ? "yellow" : "red")}]{StatusCodes.NameOf(code)}[/]";
    }

    private static string Foot(WatchPlc plc)
    {
        var scans = string.Join(
            "; ",
            plc.Scans.Select(scan =>
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{scan.Name}: {scan.Pdus} {(scan.Pdus == 1 ? "PDU" : "PDUs")}, {scan.CycleMs:0.0} "
                        + $"ms{(scan.Overruns > 0 ? $", {scan.Overruns} skipped" : "")}"
                )
            )
        );
        var colour = plc.LastError.Length > 0 ? "red" : "green";
        return $"[bold]{Terminal.Escape(plc.Name)}[/] [{colour}]{plc.State}[/]{(plc.CpuState.Length > 0 ? $" CPU {plc.CpuState}" : "")}  "
            + $"{Terminal.Escape(plc.LastError.Length > 0 ? plc.LastError : scans)}";
    }
}
