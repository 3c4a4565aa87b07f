using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.Tia;

namespace S7OpcBridge.Map.Reading;

/// <summary>Adds the declarations of a TIA Portal source to the map.</summary>
internal static class TiaSource
{
    /// <summary>The types of a file named under <c>types</c>.</summary>
    public static void ReadTypes(SourceFile file, string text, RawMap map, SourceLocation spot, FindingList findings)
    {
        var parser = Parse(file, text, map, findings);
        if (parser.Types.Count == 0)
            findings.Error(spot, $"'{file.Path}' declares no type (TYPE … END_TYPE); export the PLC data type as source from TIA Portal");
    }

    /// <summary>The blocks of a file named among tags, and the types declared with them.</summary>
    public static void ReadBlocks(
        SourceFile file,
        string text,
        RawMap map,
        RawGroup group,
        SourceLocation spot,
        List<RawEntry> entries,
        FindingList findings
    )
    {
        var parser = Parse(file, text, map, findings);
        if (parser.Blocks.Count == 0)
            findings.Error(
                spot,
                $"'{file.Path}' declares no data block (DATA_BLOCK … END_DATA_BLOCK); export the block as source from TIA Portal"
            );
        if (parser.Blocks.Count > 1 && group.Db is not null)
            findings.Error(
                spot,
                $"'{file.Path}' declares {parser.Blocks.Count} data blocks, but 'db' is a single number; export each into its own file"
            );
        foreach (var block in parser.Blocks)
        {
            if (block.IsOptimised)
                findings.Error(
                    block.Spot,
                    $"the block '{block.Name}' is optimised, so its bytes have no fixed addresses; in TIA Portal open its properties, "
                        + "Attributes, clear 'Optimized block access', compile, load it into the PLC (this resets its values) and export it again"
                );
            var inner = new RawGroup(group);
            if (group.Db is null)
                inner.Db = block.Db;
            if (inner.Db is null)
                findings.Error(
                    spot,
                    $"the block '{block.Name}' of '{file.Path}' does not contain its number; add 'db: 10' with the right one (the project "
                        + "tree in TIA Portal shows it)"
                );
            else
                entries.Add(new RawBlock(inner, spot, block));
        }
    }

    private static TiaParser Parse(SourceFile file, string text, RawMap map, FindingList findings)
    {
        var parser = new TiaParser(file, text, findings);
        parser.Read();
        foreach (var type in parser.Types)
        {
            type.Used = true;
            map.AddType(type, findings);
        }
        return parser;
    }
}
