using System.Globalization;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.Output;
using Spectre.Console;

namespace S7OpcBridge.Planning;

/// <summary>Prints the plan: a table per PLC, and a warning where it exceeds the limits of the CPU.</summary>
internal static class PlanTables
{
    private const int WidthOfPipes = 120;

    public static void Write(PlanReport report, TextWriter output)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(output) });
        if (!console.Profile.Out.IsTerminal)
            console.Profile.Width = WidthOfPipes;
        foreach (var plc in report.Plcs)
        {
            if (plc.Plc.IsS7Plus)
            {
                WriteSymbols(plc, console);
                continue;
            }
            console.WriteLine(
                $"{plc.Plc.Name}: {plc.Profile}, PDU {plc.PduSize} bytes, at most {plc.MaxItems} items per request{(plc.Plc.Enabled ? "" : ", disabled")}"
            );
            console.Write(TableOf(plc));
            console.WriteLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{plc.RequestsPerSecond:0.##} {(plc.RequestsPerSecond == 1 ? "request" : "requests")} a "
                        + $"second{(plc.Plc.Load.RequestsPerSecond > 0 ? $" of at most {plc.Plc.Load.RequestsPerSecond:0.##}" : "")}, the CPU answering about "
                        + $"{plc.BusyShare * 100:0.#}% of the time{(plc.Plc.Load.Busy < 1 ? $" of at most {plc.Plc.Load.Busy * 100:0}%" : "")}"
                )
            );
            if (plc.Live is { } live)
                console.WriteLine(
                    live.Error
                        ?? $"Measured on the PLC: PDU {plc.PduSize} bytes, {live.MaxJobs} {(live.MaxJobs == 1 ? "job" : "jobs")} in flight."
                );
            foreach (var sentence in PlanWarnings.ListFor(plc))
                console.WriteLine(sentence);
            console.WriteLine();
        }
        console.WriteLine(
            "Requests (bound): no plan can have fewer than the bound. Gap: bytes of no tag, read because that saves requests. Carries: tags of slower classes "
                + "read by these requests without extra requests. Cycle: typical for the family; the PLC decides."
        );
    }

    private static void WriteSymbols(PlcPlan plc, IAnsiConsole console)
    {
        console.WriteLine(
            $"{plc.Plc.Name}: {plc.Profile}, S7CommPlus by symbol, at most {plc.MaxItems} symbols and {plc.PduSize} bytes per request (its real "
                + $"limits are read on connect){(plc.Plc.Enabled ? "" : ", disabled")}"
        );
        var table = new Table { Border = TableBorder.Simple };
        table.AddColumn("Scan");
        foreach (var name in (string[])["Interval", "Symbols", "Requests", "Carries"])
            table.AddColumn(new TableColumn(name).RightAligned());
        foreach (var scan in plc.SymbolScans)
            table.AddRow(
                Terminal.Escape(scan.Scan.Name),
                Durations.Format(scan.Scan.Interval),
                Text(scan.Symbols.Length),
                scan.Requests == 0 ? "none" : $"about {Text(scan.Requests)}",
                RidesText(scan.Rides)
            );
        console.Write(table);
        console.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"About {plc.RequestsPerSecond:0.##} requests a second where the CPU is polled; fewer where it sends changes by itself."
            )
        );
        if (plc.Live is { } live)
            console.WriteLine(live.Error ?? "The CPU took the connection.");
        console.WriteLine();
    }

    private static Table TableOf(PlcPlan plc)
    {
        var table = new Table { Border = TableBorder.Simple };
        table.AddColumn("Scan");
        foreach (var name in (string[])["Interval", "Tags", "Requests (bound)", "Items", "Bytes", "Gap", "Carries", "Cycle"])
            table.AddColumn(new TableColumn(name).RightAligned());
        var measured = plc.Live is { Error: null };
        if (measured)
        {
            table.AddColumn(new TableColumn("Measured").RightAligned());
            table.AddColumn(new TableColumn("Failed items").RightAligned());
        }
        for (var i = 0; i < plc.Scans.Length; i++)
        {
            var scan = plc.Scans[i];
            var mode = scan.Scan.Mode switch
            {
                ScanMode.Demand => " (demand)",
                ScanMode.OnCommand => " (on command)",
                _ => "",
            };
            string[] cells =
            [
                Terminal.Escape(scan.Scan.Name + mode),
                Durations.Format(scan.Scan.Interval),
                Text(scan.Tags),
                $"{scan.Plan.Requests.Length} ({scan.Plan.LowerBound})",
                Text(scan.Items),
                Text(scan.Bytes),
                Text(scan.GapBytes),
                RidesText(scan.Rides),
                scan.Plan.Requests.IsEmpty ? "none" : "about " + Durations.Format(plc.CycleTime(scan)),
            ];
            table.AddRow(
                measured
                    ?
                    [
                        .. cells,
                        string.Create(CultureInfo.InvariantCulture, $"{plc.Live!.Scans[i].Cycle.TotalMilliseconds:0.00}ms"),
                        Text(plc.Live.Scans[i].FailedItems),
                    ]
                    : cells
            );
        }
        return table;
    }

    private static string RidesText(IEnumerable<RidingTags> rides) =>
        string.Join(
            ", ",
            rides.GroupBy(ride => ride.Scan).Select(scan => $"{Text(scan.Sum(ride => ride.Tags))} of {Terminal.Escape(scan.Key)}")
        );

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
