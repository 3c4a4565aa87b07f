namespace S7OpcBridge.Import.Results;

/// <summary>The report of an import as it is written.</summary>
internal sealed record ImportSummary(
    int Taken,
    int Changed,
    int LeftOut,
    int Skipped,
    int Messages,
    double SharePercent,
    IReadOnlyList<SummarySource> Sources,
    IReadOnlyList<SummaryLine> Lines,
    int MoreLines
);

/// <summary>A source, and what became of its tags.</summary>
internal sealed record SummarySource(string Path, string Format, int Taken, int Changed, int LeftOut, int Messages);

/// <summary>What happened to a tag or a place of a source; null: no file, no line.</summary>
internal sealed record SummaryLine(string Outcome, string? File, int? Line, string Name, string Reason);
