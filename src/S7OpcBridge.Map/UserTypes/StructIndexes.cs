namespace S7OpcBridge.Map.UserTypes;

/// <summary>The index texts of an array of structures, row by row: <c>[1]</c>, <c>[2]</c>; <c>[0,0]</c>, <c>[0,1]</c>; one empty text for no array.</summary>
internal static class StructIndexes
{
    public static IEnumerable<string> Of(IReadOnlyList<ArrayBounds> bounds)
    {
        if (bounds.Count == 0)
            return [""];
        IEnumerable<string> texts = [""];
        foreach (var dimension in bounds)
            texts = texts.SelectMany(text => Enumerable.Range(dimension.Lower, Math.Max(0, dimension.Length)).Select(i => text.Length == 0 ? $"{i}" : $"{text},{i}"));
        return texts.Select(text => $"[{text}]");
    }
}
