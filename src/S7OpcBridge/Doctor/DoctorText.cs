using System.Globalization;
using S7OpcBridge.Core;
using S7OpcBridge.Output;
using Spectre.Console;

namespace S7OpcBridge.Doctor;

/// <summary>Prints the report: a line per stage, and below a failed one the cause, the remedy and its consequence.</summary>
internal static class DoctorText
{
    private const int TagsShown = 12;

    /// <summary>Shows progress on a terminal, because a PLC that does not answer takes seconds, and a probe half a minute.</summary>
    public static Task<T> WaitAsync<T>(TextWriter output, bool probes, Func<Task<T>> work)
    {
        var console = Terminal.Over(output);
        return console.Profile.Out.IsTerminal
            ? console
                .Status()
                .StartAsync(
                    probes ? "Examining; where a PLC refuses the connection, another slot is tried every two " + "seconds…" : "Examining…",
                    _ => work()
                )
            : work();
    }

    public static void Write(DoctorReport report, TextWriter output)
    {
        var console = Terminal.Over(output);
        foreach (var plc in report.Plcs)
            Write(plc, console);
        if (report.History is { } history)
        {
            console.MarkupLine($"[bold]History[/]  {Terminal.Escape($"{Text(history.Tags, "tag", "tags")}, {history.Place}")}");
            console.MarkupLine($"  [{(history.Ok ? "green]ok" : "red]failed")}[/]  {Terminal.Escape(history.Detail)}");
            console.WriteLine();
        }
        if (report.Clients is { Count: > 0 } clients)
        {
            console.MarkupLine("[bold]Reverse connect[/]");
            foreach (var client in clients)
                console.MarkupLine(
                    $"  [{(client.Ok ? "green]ok" : "red]failed")}[/]  {Terminal.Escape($"{client.Client} (told {client.Endpoint}): {client.Detail}")}"
                );
            console.WriteLine();
        }
        foreach (var broker in report.Brokers ?? [])
            Write(broker, console);
        if (report.Unwritable.Count > 0)
            console.MarkupLine("[bold]Files[/]");
        foreach (var fault in report.Unwritable)
            console.MarkupLine($"  [red]failed[/]  {Terminal.Escape(fault)}");
        console.MarkupLine(Summary(report));
    }

    private static string Summary(DoctorReport report)
    {
        var ill = report.Plcs.Count(plc => !plc.Ok);
        var plcs =
            $"{Text(report.Plcs.Count, "PLC", "PLCs")}: {(ill == 0 ? "nothing wrong" : $"{Text(ill, "has", "have")} something wrong")}.";
        if (report.Ok)
            return $"[green]{plcs}[/]";
        List<string> others = [];
        if (report.History is { Ok: false })
            others.Add("history");
        if (report.Clients is { } clients && clients.Any(static client => !client.Ok))
            others.Add("reverse connect");
        others.AddRange((report.Brokers ?? []).Where(static broker => !broker.Ok).Select(static broker => broker.Name));
        if (report.Unwritable.Count > 0)
            others.Add("files");
        return $"[red]{Terminal.Escape(others.Count == 0 ? plcs : $"{plcs} Failed: {string.Join(", ", others)}.")}[/]";
    }

    private static void Write(BrokerReport broker, IAnsiConsole console)
    {
        console.MarkupLine($"[bold]{Terminal.Escape(broker.Name)}[/]  {Terminal.Escape($"MQTT, {broker.Broker}")}");
        console.Write(GridOf(broker.Stages));
        if (broker.Failed is { } failed)
            console.MarkupLine($"  [red]Cause[/]  {Terminal.Escape(failed.Detail)}");
        console.WriteLine();
    }

    private static void Write(PlcReport plc, IAnsiConsole console)
    {
        console.Write(
            new Markup(
                $"[bold]{Terminal.Escape(plc.Name)}[/]  "
                    + $"{Terminal.Escape($"{plc.Profile} at {plc.Host}:{plc.Port}{(plc.Simulated ? ", SIMULATED" : "")}{How(plc)}")}\n"
            )
        );
        if (plc.Connection is not ("none" or "node"))
            console.Write(StagesOf(plc));
        foreach (var line in plc.Diagnosis)
            console.MarkupLine($"  [grey]CPU[/]  {Terminal.Escape(line)}");
        foreach (var finding in plc.Findings)
            console.Write(Render(finding));
        console.WriteLine();
    }

    private static string How(PlcReport plc) =>
        plc.Connection switch
        {
            "none" => ", disabled in the map: not examined",
            "node" => $", read by node {plc.Node} of the cluster: not examined here",
            _ when plc.Node.Length > 0 => $", examined by node {plc.Node}, which reads it",
            "bridge" => ", asked through the running bridge",
            _ => "",
        };

    private static Grid StagesOf(PlcReport plc) => GridOf(plc.Stages);

    private static Grid GridOf(IReadOnlyList<StageReport> stages)
    {
        var grid = new Grid()
            .AddColumn(new GridColumn { NoWrap = true, Padding = new Padding(2, 0, 1, 0) })
            .AddColumn(new GridColumn { NoWrap = true })
            .AddColumn();
        foreach (var stage in stages)
        {
            var colour = stage.Result switch
            {
                "ok" => "green",
                "failed" => "red",
                _ => "grey",
            };
            var detail = stage.Result switch
            {
                "failed" => "see below",
                "skipped" => "not tried",
                _ => stage.Detail,
            };
            grid.AddRow($"[{colour}]{(stage.Result == "skipped" ? "-" : stage.Result)}[/]", Name(stage.Stage), Terminal.Escape(detail));
        }
        return grid;
    }

    private static Grid Render(DoctorFinding finding)
    {
        var grid = new Grid().AddColumn(new GridColumn { NoWrap = true, Padding = new Padding(2, 0, 1, 0) }).AddColumn();
        grid.AddRow(finding.Severity == "error" ? "[red]Cause[/]" : "[yellow]Note[/]", $"[bold]{Terminal.Escape(finding.Sentence)}[/]");
        if (finding.Tags.Count > 0)
            grid.AddRow(
                "Tags",
                Terminal.Escape(
                    string.Join(", ", finding.Tags.Take(TagsShown))
                        + (finding.Tags.Count > TagsShown ? $" and {finding.Tags.Count - TagsShown} more" : "")
                )
            );
        grid.AddRow("Fix", Terminal.Escape(finding.Fix));
        if (finding.Cost.Length > 0)
            grid.AddRow("Costs", Terminal.Escape(finding.Cost));
        return grid;
    }

    private static string Name(string stage) =>
        stage switch
        {
            "tcp" => "TCP",
            "cotp" => "COTP",
            "setup" => "S7 setup",
            "identity" => "Identity",
            "blocks" => "Blocks",
            "tags" => "Tags",
            "initSsl" => "InitSSL",
            "tls" => "TLS",
            "certificate" => "Certificate",
            "session" => "Session",
            "legitimation" => "Password",
            "browse" => "Browse",
            "name" => "Name",
            "login" => "Login",
            "publish" => "Publish",
            "subscribe" => "Subscribe",
            _ => "Symbols",
        };

    private static string Text(int number, string one, string many) =>
        string.Create(CultureInfo.InvariantCulture, $"{number} {(number == 1 ? one : many)}");
}
