using System.Text.Json.Serialization;
using S7OpcBridge.Web.Answers;

namespace S7OpcBridge.Web.ImportPage;

/// <summary>What the page shows once.</summary>
/// <param name="Map">The map to write.</param>
/// <param name="IsThere">True: the map exists.</param>
/// <param name="IsRestored">True: the ticks are those of the last import.</param>
/// <param name="Tags">Tags that can be chosen.</param>
/// <param name="Intervals">Intervals to choose from, as maps write them.</param>
/// <param name="Reasons">What was left out and changed, and why.</param>
/// <param name="Version">Version of the program.</param>
internal sealed record ImportOverview(
    string Map,
    bool IsThere,
    bool IsRestored,
    int Tags,
    IReadOnlyList<string> Intervals,
    IReadOnlyList<ShownSource> Sources,
    IReadOnlyList<ShownReason> Reasons,
    string Version
);

/// <summary>A source.</summary>
internal sealed record ShownSource(string Path, string Format, int Taken, int LeftOut);

// Wishes are set, not initialised: the generated reader would give what is missing the default of its type.
/// <summary>Which tags are shown.</summary>
internal sealed record RowsRequest
{
    public string Search { get; set; } = "";
    public bool TickedOnly { get; set; }

    /// <summary>Nodes that are not open or closed as usual.</summary>
    public int[] Toggled { get; set; } = [];
    public int From { get; set; }
    public int Count { get; set; }
}

/// <summary>Rows of the tree.</summary>
internal sealed record ShownRows(int Total, int Found, int Ticked, int Change, IReadOnlyList<ShownRow> Rows);

/// <summary>A row of the tree; null is "differs", or "there is none".</summary>
internal sealed record ShownRow
{
    public required int Id { get; init; }
    public required int Level { get; init; }

    /// <summary>The row of its parent; -1 for a PLC.</summary>
    public required int Parent { get; init; }
    public required string Name { get; init; }
    public required string Kind { get; init; }
    public bool? Open { get; init; }

    /// <summary>none, all or some.</summary>
    public required string Ticks { get; init; }
    public required int Tags { get; init; }
    public required int Ticked { get; init; }
    public required int Found { get; init; }
    public required string Type { get; init; }
    public required string Place { get; init; }
    public string? Scan { get; init; }
    public string? Access { get; init; }
    public string? About { get; init; }
    public string? Source { get; init; }
    public string? ReadOnly { get; init; }
}

/// <summary>A change of one node, for those of its tags that the search finds. What is null stays.</summary>
internal sealed record ChangeRequest
{
    public int Id { get; set; }
    public string Search { get; set; } = "";
    public bool TickedOnly { get; set; }
    public bool? Tick { get; set; }

    /// <summary>An interval as maps write it; empty: as found.</summary>
    public string? Scan { get; set; }

    /// <summary>read, readwrite or write; empty: as found.</summary>
    public string? Access { get; set; }
}

/// <summary>After a change.</summary>
/// <param name="Change">The number of the change, for the plan.</param>
/// <param name="Ticked">Tags that are ticked.</param>
/// <param name="Notes">What was not possible, and why.</param>
internal sealed record ChangeAnswer(int Change, int Ticked, IReadOnlyList<string> Notes);

/// <summary>Reads and writes all of these as JSON in camel case; unknown values are omitted.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    MaxDepth = 8
)]
[JsonSerializable(typeof(ImportOverview))]
[JsonSerializable(typeof(RowsRequest))]
[JsonSerializable(typeof(ShownRows))]
[JsonSerializable(typeof(ChangeRequest))]
[JsonSerializable(typeof(ChangeAnswer))]
[JsonSerializable(typeof(LoadAnswer))]
internal sealed partial class ImportPageJson : JsonSerializerContext;
