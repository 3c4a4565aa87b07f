using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.TagRows;

/// <summary>A list of tags as it is written: of a PLC, a template, a group, or a file of tags, with the keys that apply to all inside.</summary>
/// <param name="owner">The PLC, template or UDT.</param>
/// <param name="parent">The group around it; null: none.</param>
/// <param name="file">The file in which the list stands.</param>
internal sealed class RowGroup(RowOwner owner, RowGroup? parent, TableFile file)
{
    public RowOwner Owner => owner;

    public RowGroup? Parent => parent;

    public TableFile File => file;

    /// <summary>The text with the keys of the group, which for a file of tags stand where it is named; null: it has none.</summary>
    public TextTree? Keys { get; init; }

    /// <summary>The mapping with these keys.</summary>
    public int KeysNode { get; init; }

    /// <summary>The folder of the tags inside, below the parent's; empty: none.</summary>
    public string Folder { get; init; } = "";

    /// <summary>The folders with a trailing slash, or empty.</summary>
    public string Prefix => field ??= (parent?.Prefix ?? "") + (Folder.Length == 0 ? "" : Folder + "/");

    /// <summary>The way to the list in its file.</summary>
    public required IReadOnlyList<Entry> Way { get; init; }

    /// <summary>The path of the list; null: nobody has asked for it yet.</summary>
    public string? Path { get; set; }

    /// <summary>The list; -1: the rows of a table.</summary>
    public int List { get; init; } = -1;

    /// <summary>Why nothing inside can be changed; null: it can.</summary>
    public string? WhyNot { get; init; }
}

/// <summary>A PLC, a template or a UDT, whose entries are shown together.</summary>
/// <param name="name">Its name.</param>
/// <param name="kind">What it is.</param>
internal sealed class RowOwner(string name, TagOwnerKind kind)
{
    public string Name => name;

    public TagOwnerKind Kind => kind;

    /// <summary>The text in which it stands.</summary>
    public required TextTree Tree { get; init; }

    /// <summary>Its keys; for a template the mapping with its tags.</summary>
    public required int Node { get; init; }

    /// <summary>Path of its list of tags within its file.</summary>
    public required string List { get; init; }

    /// <summary>The file in which it stands.</summary>
    public required string File { get; init; }

    /// <summary>Its first entry.</summary>
    public int First { get; set; }

    /// <summary>Number of its entries.</summary>
    public int Count { get; set; }
}

/// <summary>A place in a list of tags.</summary>
/// <param name="Group">The list.</param>
/// <param name="Child">The node of the item or of its key; for a table the number of the row.</param>
/// <param name="Kind">What it is.</param>
internal readonly record struct RowPlace(RowGroup Group, int Child, TagRowKind Kind)
{
    /// <summary>The list inside it; null: it has none.</summary>
    public RowGroup? Inner { get; init; }
}
