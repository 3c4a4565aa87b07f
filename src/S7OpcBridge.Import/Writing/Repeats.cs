using System.Globalization;
using S7OpcBridge.Core;

namespace S7OpcBridge.Import.Writing;

/// <summary>Folders that have the same members at the same distances: one template stands for them.</summary>
internal static class Repeats
{
    private const int LeastTags = 3;

    /// <summary>The groups of equal folders among the children of one, by their first folder.</summary>
    public static Dictionary<TagNode, List<TagNode>> Among(IReadOnlyList<TagNode> children)
    {
        var byShape = new Dictionary<string, List<TagNode>>(StringComparer.Ordinal);
        var candidates = children
            .Where(child => child is { Tag: null, Count: >= LeastTags, Db: > 0 })
            .GroupBy(child => child.Count)
            .Where(group => group.Count() > 1)
            .SelectMany(group => group);
        foreach (var child in candidates)
        {
            if (ShapeOf(child) is not { } shape)
                continue;
            if (!byShape.TryGetValue(shape, out var equal))
                byShape.Add(shape, equal = []);
            equal.Add(child);
        }
        return byShape.Values.Where(equal => equal.Count > 1).ToDictionary(equal => equal[0]);
    }

    // Spelling a record out costs more than all else, and most tags have a description at most.
    private static string Rest(TagDetails details) =>
        details with { Description = null } is var rest && rest == Empty ? "" : rest.ToString();

    private static readonly TagDetails Empty = new();

    // All that a template would say of it. A tag with a node id of its own is unlike every other.
    private static string? ShapeOf(TagNode folder)
    {
        var lines = new List<string>();
        return Describe(folder, "", folder.Start, lines) ? string.Join('\n', lines) : null;
    }

    private static bool Describe(TagNode node, string path, int start, List<string> lines)
    {
        if (node.Tag is not { } tag)
            return node.Children.All(child => Describe(child, $"{path}/{child.Name}", start, lines));
        var row = tag.Row;
        if (row.NodeId is not null || row.Symbol is not null && row.Address is null || row.Address is not { } address)
            return false;
        lines.Add(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{path}|{address.Offset - start}.{address.Bit}|{row.Type}|{tag.Access}|{row.Rate}|{row.UaType}|"
                    + $"{row.Details.Description}|{row.Alarms.Count > 0}|"
                    + $"{Rest(row.Details)}"
            )
        );
        return true;
    }
}
