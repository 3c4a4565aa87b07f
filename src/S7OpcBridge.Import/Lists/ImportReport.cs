using S7OpcBridge.Map;

namespace S7OpcBridge.Import;

/// <summary>What became of something in a source.</summary>
public enum ImportOutcome
{
    /// <summary>It was taken, and something of it is different in the map.</summary>
    Changed,

    /// <summary>It was not taken.</summary>
    LeftOut,

    /// <summary>It is no tag of a PLC, such as an internal tag of an HMI; it counts in no share.</summary>
    Skipped,

    /// <summary>Something to know about the source; no tag of its own.</summary>
    Note,

    /// <summary>A source could not be read.</summary>
    Failed,
}

/// <summary>A line of the report.</summary>
/// <param name="Outcome">What became of it.</param>
/// <param name="Spot">Where it stands in the source.</param>
/// <param name="Name">The tag, as the source names it; empty for a note.</param>
/// <param name="Reason">Why, and what can be done.</param>
public sealed record ImportLine(ImportOutcome Outcome, SourceLocation Spot, string Name, string Reason)
{
    /// <summary>Tags that it stands for, such as the members of a block.</summary>
    public int Count { get; init; } = 1;
}

/// <summary>What one source held.</summary>
/// <param name="Path">The source, as the user named it.</param>
/// <param name="Format">Its format in words; empty: not recognised.</param>
public sealed record ImportedSource(string Path, string Format)
{
    /// <summary>Tags taken, those included of which something was changed.</summary>
    public int Taken { get; internal set; }

    /// <summary>Tags of which something is different in the map.</summary>
    public int Changed { get; internal set; }

    /// <summary>Tags that were not taken.</summary>
    public int LeftOut { get; internal set; }

    /// <summary>Messages of a CPU whose texts were taken.</summary>
    public int Messages { get; internal set; }
}

/// <summary>What an import took, changed and left out, each with its place and reason.</summary>
public sealed class ImportReport
{
    // Nobody reads more, and a hostile source shall not fill the memory with sentences.
    private const int MostLines = 20_000,
        LongestName = 500;

    private readonly List<ImportLine> _lines = [];
    private readonly List<ImportedSource> _sources = [];
    private readonly Dictionary<string, ImportedSource> _byPath = new(StringComparer.Ordinal);
    private readonly HashSet<(SourceLocation, string)> _changed = [];

    /// <summary>The sources in the order in which they were named.</summary>
    public IReadOnlyList<ImportedSource> Sources => _sources;

    /// <summary>What was changed, left out and noted, in the order of the sources.</summary>
    public IReadOnlyList<ImportLine> Lines => _lines;

    /// <summary>Lines that were not kept, because there are too many.</summary>
    public int MoreLines { get; private set; }

    /// <summary>Tags taken.</summary>
    public int Taken { get; internal set; }

    /// <summary>Tags taken of which something is different in the map.</summary>
    public int Changed => _changed.Count;

    /// <summary>Tags left out.</summary>
    public int LeftOut { get; private set; }

    /// <summary>Rows that are no tags of a PLC.</summary>
    public int Skipped { get; private set; }

    /// <summary>Messages of a CPU whose texts were taken; they count in no share.</summary>
    public int Messages { get; private set; }

    /// <summary>True where a source could not be read.</summary>
    public bool HasFailed { get; private set; }

    /// <summary>Share of the tags that were taken, in percent; 0 where there were none.</summary>
    public double Share => Taken + LeftOut == 0 ? 0 : 100.0 * Taken / (Taken + LeftOut);

    internal void Open(ImportedSource source)
    {
        _sources.Add(source);
        _byPath.TryAdd(source.Path, source);
    }

    internal void Change(SourceLocation spot, string name, string reason)
    {
        if (_changed.Add((spot, name)) && SourceOf(spot) is { } source)
            source.Changed++;
        Add(new ImportLine(ImportOutcome.Changed, spot, name, reason));
    }

    internal void LeaveOut(SourceLocation spot, string name, string reason, int count = 1)
    {
        LeftOut += count;
        if (SourceOf(spot) is { } source)
            source.LeftOut += count;
        Add(new ImportLine(ImportOutcome.LeftOut, spot, name, reason) { Count = count });
    }

    internal void Skip(SourceLocation spot, string name, string reason)
    {
        Skipped++;
        Add(new ImportLine(ImportOutcome.Skipped, spot, name, reason));
    }

    internal void Fail(SourceLocation spot, string text)
    {
        HasFailed = true;
        Add(new ImportLine(ImportOutcome.Failed, spot, "", text));
    }

    internal void Note(SourceLocation spot, string text) => Add(new ImportLine(ImportOutcome.Note, spot, "", text));

    /// <summary>A row that was taken into the tag of another.</summary>
    internal void Join(SourceLocation spot) => CountTaken(spot);

    internal void CountTaken(SourceLocation spot)
    {
        Taken++;
        if (SourceOf(spot) is { } source)
            source.Taken++;
    }

    internal void CountMessage(SourceLocation spot)
    {
        Messages++;
        if (SourceOf(spot) is { } source)
            source.Messages++;
    }

    // A finding points into the source itself, into a file of its tree (source/file), or into a sheet (source!sheet).
    internal ImportedSource? SourceOf(SourceLocation spot)
    {
        for (var path = spot.File?.Path ?? ""; path.Length > 0; path = path[..Math.Max(0, path.LastIndexOfAny(['/', '!']))])
        {
            if (_byPath.TryGetValue(path, out var source))
                return source;
        }
        return null;
    }

    private void Add(ImportLine line)
    {
        if (_lines.Count < MostLines)
            _lines.Add(line.Name.Length <= LongestName ? line : line with { Name = $"{line.Name.AsSpan(0, LongestName)}…" });
        else
            MoreLines++;
    }
}
