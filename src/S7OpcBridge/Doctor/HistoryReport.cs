using S7OpcBridge.History;
using S7OpcBridge.Map;
using S7OpcBridge.Recording;

namespace S7OpcBridge.Doctor;

/// <summary>The history of the map, as far as <c>doctor</c> sees it.</summary>
/// <param name="Place">Where it is recorded.</param>
/// <param name="Tags">Number of recorded tags in the map.</param>
/// <param name="Ok">True: nothing is wrong.</param>
/// <param name="Detail">What is wrong, or how it fares, as a sentence.</param>
internal sealed record HistoryReport(string Place, int Tags, bool Ok, string Detail)
{
    // Below that a store is about to stop.
    private const long LeastFree = 100L << 20;

    /// <summary>The history of a map; null: it has none.</summary>
    /// <param name="running">The open store of the running bridge; null: no bridge runs, and only the disk is looked at.</param>
    public static HistoryReport? From(BridgeMap map, HistoryHost? running)
    {
        if (map.Server.History is not { } settings)
            return null;
        var tags = map.Tags.Tags.Count(static tag => tag.Details?.History is not null);
        var (ok, detail) = running is null ? Check(settings.Folder, WrittenPlace.ListFor(map)) : Ask(running.Figures);
        return new HistoryReport($"{settings}", tags, ok, detail);
    }

    private static (bool, string) Ask(HistoryFigures figures) =>
        HistoryTrouble.Describe(figures) is { } trouble
            ? (false, trouble)
            : (true, $"{figures.Stored} values since the start, {figures.Lost} lost, {figures.Bytes >> 20} MB on disk.");

    private static (bool, string) Check(string folder, IReadOnlyList<WrittenPlace> places)
    {
        if (places.FirstOrDefault(place => place.What == WrittenPlace.History)?.Fault is { } fault)
            return (false, fault);
        var existing = folder;
        while (!Directory.Exists(existing) && Path.GetDirectoryName(existing) is { } above)
            existing = above;
        var free = new DriveInfo(existing).AvailableFreeSpace;
        return free < LeastFree
            ? (false, $"The disk of {folder} has only {free >> 20} MB left; make room, or lower 'maxSize'.")
            : (true, $"{free >> 30} GB free on its disk; how the recording fares, the running bridge knows.");
    }
}
