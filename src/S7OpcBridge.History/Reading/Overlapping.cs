using S7OpcBridge.History.Chunks;

namespace S7OpcBridge.History.Reading;

/// <summary>Chunks in groups that can be read one after the other: only chunks of one group mix their values.</summary>
internal static class Overlapping
{
    /// <summary>The groups in the order of reading.</summary>
    public static IEnumerable<IReadOnlyList<Chunk>> Groups(IReadOnlyList<Chunk> chunks, bool backward)
    {
        var group = new List<Chunk>();
        long edge = 0,
            edgeSequence = 0;
        foreach (
            var chunk in backward
                ? chunks.OrderByDescending(c => c.Last).ThenByDescending(c => c.Sequence)
                : chunks.OrderBy(c => c.First).ThenBy(c => c.Sequence)
        )
        {
            var joins =
                group.Count > 0
                && (
                    backward
                        ? chunk.Last > edge || (chunk.Last == edge && chunk.Sequence > edgeSequence)
                        : chunk.First < edge || (chunk.First == edge && chunk.Sequence < edgeSequence)
                );
            if (group.Count > 0 && !joins)
            {
                yield return group;
                group = [];
            }

            var near = backward ? chunk.First : chunk.Last;
            edge =
                group.Count == 0 ? near
                : backward ? Math.Min(edge, near)
                : Math.Max(edge, near);
            edgeSequence =
                group.Count == 0 ? chunk.Sequence
                : backward ? Math.Min(edgeSequence, chunk.Sequence)
                : Math.Max(edgeSequence, chunk.Sequence);
            group.Add(chunk);
        }

        if (group.Count > 0)
            yield return group;
    }
}
