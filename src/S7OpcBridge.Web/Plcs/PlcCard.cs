using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Answers;

namespace S7OpcBridge.Web.Plcs;

/// <summary>The summary of a PLC on the status page.</summary>
/// <param name="Profile">Its family.</param>
/// <param name="Address">Host and port; for a soft PLC inside the bridge.</param>
/// <param name="Simulated">True: a soft PLC, so that no value comes from a real machine.</param>
/// <param name="State">Its state as a word.</param>
/// <param name="Level">good, uncertain, bad or off: the severity of the state.</param>
/// <param name="Cpu">RUN, STOP, …; empty: unknown.</param>
/// <param name="PduSize">Negotiated, in bytes; 0: not connected.</param>
/// <param name="MaxJobs">Negotiated jobs in flight; 0: not connected.</param>
/// <param name="Reconnects">Connections made after the first.</param>
/// <param name="PendingWrites">Number of waiting writes.</param>
/// <param name="Tags">Number of its tags in the map.</param>
/// <param name="BadTags">The first of the tags that cannot be read, each as a sentence with its remedy.</param>
/// <param name="Trouble">The present or last problem; null: there was none.</param>
/// <param name="S7Plus">What only PLCs have that are asked by symbol; null: classic S7, or never connected.</param>
/// <param name="AlarmsRefused">Why the CPU sends none of its alarms, which the map wants; null: it sends them, or was not asked yet.</param>
/// <param name="Diagnosis">LEDs, faulty stations, last STOP; null: not told.</param>
/// <param name="Scans">Its scan classes.</param>
internal sealed record PlcCard(
    string Name,
    string Profile,
    string Address,
    bool Simulated,
    string State,
    string Level,
    string Cpu,
    int PduSize,
    int MaxJobs,
    long Reconnects,
    int PendingWrites,
    int Tags,
    IReadOnlyList<string> BadTags,
    PlcProblem? Trouble,
    S7PlusFacts? S7Plus,
    string? AlarmsRefused,
    PlcDiagnosis? Diagnosis,
    IReadOnlyList<ScanLine> Scans
)
{
    /// <summary>The address of a soft PLC, and what the profile of one says that is asked by symbol.</summary>
    public const string Simulation = "inside this process",
        BySymbol = "S7CommPlus by symbol";

    private const int MostSentences = 20;

    /// <summary>The card of a PLC.</summary>
    /// <param name="view">The bridge.</param>
    /// <param name="tags">Number of tags per scan class, by the class's number; a class without tags is not shown.</param>
    public static PlcCard From(BridgeView view, PlcDefinition plc, IReadOnlyDictionary<int, int> tags)
    {
        var status = view.Plcs.StatusOf(plc.Index);
        var (state, level) = Weigh(status);
        var scans = view
            .Plcs.Map()
            .ScanGroups.Where(scan => scan.Plc == plc.Index && tags.ContainsKey(scan.Index))
            .ToDictionary(static scan => scan.Name);
        var profile = ProfileOf(view.Running(), plc);
        return new PlcCard(
            plc.Name,
            plc.IsS7Plus ? $"{profile}, {BySymbol}" : profile,
            plc.Simulated ? Simulation : $"{plc.Connection.Host}:{plc.Connection.Port}",
            plc.Simulated,
            state,
            level,
            status.CpuState,
            status.PduSize,
            status.MaxJobs,
            status.Reconnects,
            status.PendingWrites,
            scans.Values.Sum(scan => tags[scan.Index]),
            [.. status.BadTags.Take(MostSentences)],
            PlcProblem.From(plc, profile, status),
            S7PlusFacts.From(status, view.Time.GetUtcNow()),
            status.Alarms is { IsSending: false, Refusal: { Length: > 0 } why } ? why : null,
            PlcDiagnosis.From(status),
            [
                .. status
                    .Scans.Where(scan => scans.ContainsKey(scan.Scan))
                    .Select(scan => ScanLine.From(scans[scan.Scan], scan, view.Time.GetUtcNow())),
            ]
        );
    }

    /// <summary>The name of a PLC's profile; matched by the PLC's name, because a reload may have renumbered it.</summary>
    public static string ProfileOf(BridgeMap map, PlcDefinition plc) =>
        map.Tags.Plcs.FirstOrDefault(each => each.Name == plc.Name) is { } known ? map.Profiles[known.Index] : "";

    /// <summary>The state of a PLC as a word, which the page has in its languages.</summary>
    public static string StateOf(PlcStatus status) => Weigh(status).State;

    private static (string State, string Level) Weigh(PlcStatus status) =>
        status switch
        {
            { RefusesAll: true } => ("Refuses every read", "bad"),
            { State: PlcState.Running, CpuState: not ("" or "RUN") } => ("CPU does not run", "uncertain"),
            { State: PlcState.Running, BadTags.IsEmpty: false } => ("Running, some tags bad", "uncertain"),
            { State: PlcState.Running } => ("Running", "good"),
            { State: PlcState.Connecting, LastError: "" } => ("Connecting", "uncertain"),
            { State: PlcState.Connecting or PlcState.Waiting } => ("Not connected", "bad"),
            { State: PlcState.Stopped } => ("Stopped", "off"),
            _ => ("Disabled in the map", "off"),
        };
}

/// <summary>The state of a scan class.</summary>
/// <param name="IntervalMs">Time between two cycles, as in the map.</param>
/// <param name="Mode">rate, demand (polled while a client listens) or command (polled on request).</param>
/// <param name="Pdus">Requests per cycle; 0: its tags ride with a faster class, or there is no plan yet.</param>
/// <param name="CycleMs">Duration of the last cycle; null: there was none.</param>
/// <param name="LongestMs">Longest cycle.</param>
/// <param name="Overruns">Number of skipped cycles.</param>
/// <param name="AgeMs">Time since the PLC last answered a whole cycle; null: never.</param>
internal sealed record ScanLine(
    string Name,
    double IntervalMs,
    string Mode,
    int Pdus,
    double? CycleMs,
    double LongestMs,
    long Overruns,
    double? AgeMs
)
{
    public static ScanLine From(ScanGroup scan, ScanStatus status, DateTimeOffset now) =>
        new(
            scan.Name,
            scan.Interval.TotalMilliseconds,
            ModeOf(scan),
            status.PdusPerCycle,
            status.ConfirmedTicks == 0 ? null : Math.Round(status.CycleTime.TotalMilliseconds, 3),
            Math.Round(status.MaxCycleTime.TotalMilliseconds, 3),
            status.Overruns,
            status.ConfirmedTicks == 0 ? null : Age.MillisecondsSince(new DateTime(status.ConfirmedTicks, DateTimeKind.Utc), now)
        );

    public static string ModeOf(ScanGroup scan) =>
        scan.Mode switch
        {
            ScanMode.Demand => "demand",
            ScanMode.OnCommand => "command",
            _ => "rate",
        };
}
