using System.Text.Json.Nodes;

namespace S7OpcBridge.Map;

/// <summary>What an entry of a list of tags is.</summary>
public enum TagRowKind
{
    /// <summary>A tag.</summary>
    Tag,

    /// <summary>A group; its tags follow.</summary>
    Group,

    /// <summary>A use of a template.</summary>
    Use,

    /// <summary>A file with tags; they follow.</summary>
    Source,

    /// <summary>All below a symbol.</summary>
    Browse,

    /// <summary>A block from TIA Portal or STEP 7.</summary>
    Block,

    /// <summary>A member of a UDT.</summary>
    Member,

    /// <summary>A member of a UDT with members of its own; they follow.</summary>
    Structure,
}

/// <summary>Whose entries a table shows.</summary>
public enum TagOwnerKind
{
    /// <summary>A PLC with its tags.</summary>
    Plc,

    /// <summary>A template with its tags.</summary>
    Template,

    /// <summary>A UDT with its members.</summary>
    Type,
}

/// <summary>An entry of a list of tags, with its keys as they are written.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Owner">The PLC, template or UDT.</param>
/// <param name="Group">The folders around it, with a slash behind; empty: none.</param>
/// <param name="Name">Its name as written; of a group its folder, of a file its path.</param>
/// <param name="File">The file in which it stands, for <see cref="MapEdit.File"/>.</param>
/// <param name="Path">Its path within that file, for <see cref="MapEdit.Path"/>.</param>
/// <param name="List">The path of the list in which it stands.</param>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Keys">Its keys without the name and without tags inside: texts, lists and mappings.</param>
public sealed record TagRow(
    TagRowKind Kind,
    string Owner,
    string Group,
    string Name,
    string File,
    string Path,
    string List,
    int Line,
    JsonObject Keys
)
{
    /// <summary>Of a group or a file with tags: where new tags inside it go; null: nowhere.</summary>
    public TagListPlace? Inner { get; init; }

    /// <summary>Why it cannot be changed here; null: it can.</summary>
    public string? WhyNot { get; init; }

    /// <summary>What a change of it does beyond it; null: nothing.</summary>
    public string? Note { get; init; }
}

/// <summary>A list of tags.</summary>
/// <param name="File">The file in which it stands.</param>
/// <param name="Path">Its path within that file; empty: the whole file.</param>
public readonly record struct TagListPlace(string File, string Path);

/// <summary>A PLC or a template with its tags, or a UDT with its members.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Kind">What it is.</param>
/// <param name="List">Its list of tags; of a UDT it is the UDT itself.</param>
/// <param name="Scans">Names of its scan classes.</param>
/// <param name="Rows">Entries in all its lists.</param>
public sealed record TagRowOwner(string Name, TagOwnerKind Kind, TagListPlace List, IReadOnlyList<string> Scans, int Rows);

/// <summary>A section of the entries that fit a search.</summary>
/// <param name="Total">How many fit.</param>
/// <param name="After">How many are in front of these.</param>
/// <param name="Rows">These.</param>
public sealed record TagRowPage(int Total, int After, IReadOnlyList<TagRow> Rows);
