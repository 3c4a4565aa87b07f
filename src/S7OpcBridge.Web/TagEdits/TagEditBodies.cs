using System.Text.Json.Nodes;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Maps;

namespace S7OpcBridge.Web.TagEdits;

/// <summary>A map with somebody's changes, and which of its entries are wanted first.</summary>
/// <param name="Edits">As in <see cref="CandidateBody"/>.</param>
/// <param name="Texts">As in <see cref="CandidateBody"/>.</param>
/// <param name="Find">Which entries.</param>
internal sealed record EntriesBody(IReadOnlyList<EditBody> Edits, IReadOnlyList<TextBody> Texts, FindBody Find);

/// <summary>Which entries are wanted.</summary>
/// <param name="State">The state of the map, as an answer named it; null: the texts on disk, or those that come along.</param>
/// <param name="Owner">Name of a PLC, template or UDT; null: the first PLC.</param>
/// <param name="IsTemplate">True: a template.</param>
/// <param name="Search">Words that an entry has.</param>
/// <param name="After">Entries left out in front.</param>
/// <param name="Count">Entries wanted.</param>
/// <param name="Edits">Edits that have come to the state since; null: none.</param>
/// <param name="IsType">True: a UDT.</param>
internal sealed record FindBody(
    string? State = null,
    string? Owner = null,
    bool IsTemplate = false,
    string Search = "",
    int After = 0,
    int Count = FindBody.UsualRows,
    IReadOnlyList<EditBody>? Edits = null,
    bool IsType = false
)
{
    /// <summary>Limits.</summary>
    public const int UsualRows = 100,
        MostRows = 500,
        LongestSearch = 200;

    /// <summary>What the owner is.</summary>
    public TagOwnerKind Kind() =>
        IsType ? TagOwnerKind.Type
        : IsTemplate ? TagOwnerKind.Template
        : TagOwnerKind.Plc;

    /// <summary>Checks the limits.</summary>
    /// <exception cref="ActionBodyException">One is not kept.</exception>
    public FindBody Checked() =>
        Count is >= 1 and <= MostRows && After >= 0 && Search.Length <= LongestSearch
            ? this
            : throw new ActionBodyException(
                $"'count' is from 1 to {MostRows}, 'after' at least 0, and 'search' at most {LongestSearch} characters long."
            );
}

/// <summary>Rows as somebody writes them.</summary>
/// <param name="Rows">The rows.</param>
/// <param name="State">As in <see cref="FindBody"/>.</param>
internal sealed record RowsBody(IReadOnlyList<RowBody> Rows, string? State = null)
{
    /// <summary>Most rows.</summary>
    public const int MostRows = 100;

    /// <summary>The rows as the map takes them.</summary>
    /// <exception cref="ActionBodyException">They are too many, or one is of no kind.</exception>
    public IReadOnlyList<TagRowDraft> ReadRows() =>
        Rows.Count <= MostRows
            ? [.. Rows.Select(static row => row.Read())]
            : throw new ActionBodyException($"'rows' has {Rows.Count} entries, and at most {MostRows} are taken.");
}

/// <summary>A row.</summary>
/// <param name="File">The file of the list in which it stands.</param>
/// <param name="List">The path of this list.</param>
/// <param name="Name">Its name.</param>
/// <param name="Keys">Its other keys.</param>
/// <param name="Path">Its path; null: it is new.</param>
/// <param name="Kind">tag, group, use, browse or member.</param>
internal sealed record RowBody(string File, string List, string Name, JsonObject Keys, string? Path = null, string Kind = "tag")
{
    private const int MostKeys = 100;

    public TagRowDraft Read() =>
        Keys.Count > MostKeys
            ? throw new ActionBodyException($"A row has {Keys.Count} keys, and at most {MostKeys} are taken.")
            : new TagRowDraft(
                new TagListPlace(File, List),
                Path,
                Kind switch
                {
                    "tag" => TagRowKind.Tag,
                    "group" => TagRowKind.Group,
                    "use" => TagRowKind.Use,
                    "browse" => TagRowKind.Browse,
                    "member" => TagRowKind.Member,
                    _ => throw new ActionBodyException("'kind' is tag, group, use, browse or member."),
                },
                Name,
                Keys
            );
}

/// <summary>The PLC whose load is wanted, of a map with somebody's changes.</summary>
internal sealed record LoadBody(IReadOnlyList<EditBody> Edits, IReadOnlyList<TextBody> Texts, string Plc);
