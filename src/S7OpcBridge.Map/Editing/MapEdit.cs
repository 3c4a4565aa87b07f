using System.Text.Json.Nodes;

namespace S7OpcBridge.Map;

/// <summary>What an edit does.</summary>
public enum MapEditKind
{
    /// <summary>Gives a key or an item a value; a key that is not there is added.</summary>
    Set,

    /// <summary>Removes a key or an item with the comments that belong to it.</summary>
    Remove,

    /// <summary>Adds an item to a list, or a name to a mapping of names. A list that is not there is made.</summary>
    Insert,

    /// <summary>Gives a key or an item another name.</summary>
    Rename,

    /// <summary>Moves an item or a name with the comments that belong to it, within its list or into another one of the same file.</summary>
    Move,
}

/// <summary>One edit of a map's text. A plain record: it may travel as JSON.</summary>
/// <param name="Kind">What it does.</param>
/// <param name="Path">
/// Where: <c>plcs[Line1]/tags[Motor/Speed]/unit</c>. Brackets hold the name of an item (of a tag with its groups), or its position as <c>[#0]</c>; names with
/// brackets or quotes stand in double quotes. For <see cref="MapEditKind.Insert"/> the path of the list. In a table <c>[Motor/Speed]/unit</c>.
/// </param>
public sealed record MapEdit(MapEditKind Kind, string Path)
{
    /// <summary>The value for <see cref="MapEditKind.Set"/> and <see cref="MapEditKind.Insert"/>: arrays and objects in the order of their keys.</summary>
    public JsonNode? Value { get; init; }

    /// <summary>The new name for <see cref="MapEditKind.Rename"/>; for <see cref="MapEditKind.Insert"/> the key, unless the value has a name.</summary>
    public string? Name { get; init; }

    /// <summary>Position of an inserted or moved item, from 0; null: the last.</summary>
    public int? At { get; init; }

    /// <summary>For <see cref="MapEditKind.Move"/> in place of <see cref="At"/>: so many places down in its list, negative: up.</summary>
    public int? By { get; init; }

    /// <summary>For <see cref="MapEditKind.Move"/> the path of the list into which it goes; null: it stays in its list.</summary>
    public string? To { get; init; }

    /// <summary>The file in which the path begins, as the map names it; null: it begins in the map, and the files that the map names are searched.</summary>
    public string? File { get; init; }
}

/// <summary>Why an edit was not made; the texts stay as they were.</summary>
/// <param name="Edit">Position of the edit in its list, from 0.</param>
/// <param name="Spot">Where to look.</param>
/// <param name="Message">What is in the way and what to do by hand.</param>
public readonly record struct EditRefusal(int Edit, SourceLocation Spot, string Message)
{
    /// <summary><c>file:line:column: message</c>.</summary>
    public override string ToString() => $"{Spot}: {Findings.Excerpt.Printable(Message)}";
}
