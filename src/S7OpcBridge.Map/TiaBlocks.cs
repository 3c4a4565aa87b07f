using S7OpcBridge.Map.Files;
using S7OpcBridge.Map.Tia;
using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Map;

/// <summary>Reads data blocks with their symbols from text sources of TIA Portal, optimised blocks included.</summary>
public static class TiaBlocks
{
    /// <summary>Reads the blocks of some sources, with types from all of them.</summary>
    /// <param name="paths">Files that end in .db, .scl, .awl or .udt.</param>
    /// <param name="findings">Receives errors and warnings.</param>
    /// <returns>The blocks, or null where there are errors.</returns>
    public static IReadOnlyList<TiaBlock>? Load(IReadOnlyList<string> paths, FindingList findings)
    {
        var types = new Dictionary<string, UserType>(StringComparer.OrdinalIgnoreCase);
        var blocks = new List<UserType>();
        SourceLocation first = default;
        foreach (var path in paths)
        {
            var file = findings.Open(path);
            var spot = new SourceLocation(file, 1, 1);
            first = first.IsNone ? spot : first;
            if (TextFiles.Read(path, spot, findings) is not { } text)
                continue;
            var parser = new TiaParser(file, text, findings);
            parser.Read();
            parser.Types.ForEach(type => types.TryAdd(type.Name, type));
            blocks.AddRange(parser.Blocks);
        }
        if (blocks.Count == 0 && !findings.HasErrors)
            findings.Error(
                first,
                "no file declares a data block (DATA_BLOCK … END_DATA_BLOCK); export the block as source from TIA Portal"
            );
        var resolver = new TypeResolver(types, new Dictionary<string, int>());
        var read = blocks.ConvertAll(block => new BlockSymbols(block, resolver, findings).Read());
        return findings.HasErrors ? null : read;
    }
}
