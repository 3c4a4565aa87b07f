using System.Text.Json.Nodes;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Maps;

namespace S7OpcBridge.Web.TagEdits;

/// <summary>Entries of the lists of tags.</summary>
/// <param name="State">Names the state of the map in further questions, for some minutes.</param>
/// <param name="Owners">The PLCs, templates and UDTs.</param>
/// <param name="Owner">The one that is shown; null: there is none.</param>
/// <param name="Types">Names of the types that the map declares.</param>
/// <param name="Groups">Lists inside, to which tags may be moved.</param>
/// <param name="Total">Entries that fit.</param>
/// <param name="After">Entries in front of these.</param>
/// <param name="Rows">These.</param>
/// <param name="Refused">Why a change could not be made, so that the entries are those without it; null: all were.</param>
/// <param name="Fault">Why nothing can be shown, as a sentence; null: it can.</param>
internal sealed record EntriesAnswer(
    string State,
    IReadOnlyList<OwnerRow> Owners,
    OwnerRow? Owner,
    IReadOnlyList<string> Types,
    IReadOnlyList<GroupRow> Groups,
    int Total,
    int After,
    IReadOnlyList<EntryRow> Rows,
    RefusedEdit? Refused,
    string? Fault
);

/// <summary>A PLC, a template or a UDT.</summary>
/// <param name="List">Its list of tags or members.</param>
/// <param name="Scans">Names of its scan classes.</param>
/// <param name="Rows">Entries in all its lists.</param>
internal sealed record OwnerRow(string Name, bool IsTemplate, bool IsType, ListRow List, IReadOnlyList<string> Scans, int Rows)
{
    public static OwnerRow From(TagRowOwner owner) =>
        new(
            owner.Name,
            owner.Kind == TagOwnerKind.Template,
            owner.Kind == TagOwnerKind.Type,
            ListRow.From(owner.List),
            owner.Scans,
            owner.Rows
        );
}

/// <summary>A group: its folder, and its list.</summary>
internal sealed record GroupRow(string Name, ListRow List);

/// <summary>A list of tags: its file, and its path within the file.</summary>
internal sealed record ListRow(string File, string Path)
{
    public static ListRow From(TagListPlace list) => new(list.File, list.Path);
}

/// <summary>An entry; see <see cref="TagRow"/>.</summary>
internal sealed record EntryRow(
    string Kind,
    string Group,
    string Name,
    string File,
    string Path,
    string List,
    int Line,
    JsonObject Keys,
    ListRow? Inner,
    string? WhyNot,
    string? Note
)
{
    public static EntryRow From(TagRow row) =>
        new(
            KindOf(row.Kind),
            row.Group,
            row.Name,
            row.File,
            row.Path,
            row.List,
            row.Line,
            row.Keys,
            row.Inner is { } inner ? ListRow.From(inner) : null,
            row.WhyNot,
            row.Note
        );

    private static string KindOf(TagRowKind kind) =>
        kind switch
        {
            TagRowKind.Tag => "tag",
            TagRowKind.Group => "group",
            TagRowKind.Use => "use",
            TagRowKind.Source => "source",
            TagRowKind.Browse => "browse",
            TagRowKind.Member => "member",
            TagRowKind.Structure => "structure",
            _ => "block",
        };
}

/// <summary>What is wrong with rows.</summary>
/// <param name="Findings">The findings, by row.</param>
internal sealed record RowsAnswer(IReadOnlyList<CellFinding> Findings);

/// <summary>A finding; see <see cref="TagRowFinding"/>.</summary>
internal sealed record CellFinding(int Row, string? Key, bool IsError, string Sentence)
{
    public static CellFinding From(TagRowFinding finding) => new(finding.Row, finding.Key, finding.IsError, finding.Sentence);
}

/// <summary>Values that were read once.</summary>
/// <param name="WhyNot">Why nothing was read; null: something was.</param>
/// <param name="Values">The values, by row.</param>
/// <param name="LeftOut">Values that were too many.</param>
internal sealed record PeekAnswer(string? WhyNot, IReadOnlyList<PeekedRow> Values, int LeftOut);

/// <summary>A value.</summary>
/// <param name="Row">Number of the row, from 0.</param>
/// <param name="Member">Path of the member where the row is a structure; null: it is not.</param>
internal sealed record PeekedRow(int Row, string? Member, string Type, string Value, string Level, string Quality, string? Reason);

/// <summary>The load of a PLC before and after the changes.</summary>
/// <param name="Before">Of the running map; null: it does not have the PLC.</param>
/// <param name="After">Of the changed map; null: it has errors, or does not have the PLC.</param>
/// <param name="Errors">How many errors there are.</param>
internal sealed record LoadsAnswer(PlcLoad? Before, PlcLoad? After, int Errors);
