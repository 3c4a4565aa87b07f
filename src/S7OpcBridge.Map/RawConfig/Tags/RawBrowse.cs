using S7OpcBridge.Core;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Tags;

/// <summary>A <c>browse</c> entry as written: everything below a symbol.</summary>
internal sealed class RawBrowse(RawGroup group, SourceLocation spot) : RawEntry(group, spot)
{
    public string? Symbol { get; set; }

    public SourceLocation SymbolSpot { get; set; }

    /// <summary>Folder below the group; null: named like the symbol.</summary>
    public string? Name { get; set; }

    public SourceLocation NameSpot { get; set; }

    public string? Scan { get; set; }

    public SourceLocation ScanSpot { get; set; }

    public TagAccess? Access { get; set; }

    public TagHistory? History { get; set; }

    public SourceLocation HistorySpot { get; set; }
}

/// <summary>The keys of a <c>browse</c> entry.</summary>
internal static class BrowseKeys
{
    public static readonly KeyTable<RawBrowse> Table = new(
        "browse entry",
        new(
            EntryKeys.Browse,
            KeyShape.Text,
            "Symbol of a block or structure in a PLC with 'protocol: s7plus'; everything below it becomes tags: " + "'\"DB_Recipes\"'.",
            static (yaml, browse) =>
            {
                browse.SymbolSpot = yaml.Spot;
                browse.Symbol = yaml.Text("a symbol in single quotes, such as '\"DB_Recipes\"'");
            }
        ),
        new(
            "name",
            KeyShape.Text,
            "Folder of the tags. Default: the symbol, its levels as folders.",
            static (yaml, browse) =>
            {
                browse.NameSpot = yaml.Spot;
                browse.Name = yaml.Text();
            }
        ),
        new(
            "scan",
            KeyShape.Text,
            "Scan class of the tags. Default: the group's, else normal.",
            static (yaml, browse) =>
            {
                browse.ScanSpot = yaml.Spot;
                browse.Scan = yaml.Text("the name of a scan class");
            }
        ),
        new(
            "access",
            KeyShape.OneOf(TagKeys.AccessWords),
            "What clients may do, as far as the CPU permits writes. Default: the group's, else " + "read.",
            static (yaml, browse) => browse.Access = TagKeys.ReadAccess(yaml)
        ),
        new(
            "history",
            TagHistoryKeys.Shape,
            "History of the tags, as at a tag. Default: the group's, else false.",
            static (yaml, browse) =>
            {
                browse.HistorySpot = yaml.Spot;
                browse.History = TagHistoryKeys.Read(yaml);
            }
        )
    );
}
