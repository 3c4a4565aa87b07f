using System.Collections.Immutable;

namespace S7OpcBridge.Core.Reload;

/// <summary>Renumbers structures when their members get other numbers.</summary>
internal static class StructureIds
{
    /// <summary>
    /// For each tag of a compiled map the index behind the last tag that must stay adjacent to it: the members of the outermost structure around it.
    /// </summary>
    public static int[] Ends(ImmutableArray<TagStructure> structures, int tags)
    {
        var ends = new int[tags];
        for (var tag = 0; tag < tags; tag++)
            ends[tag] = tag + 1;
        foreach (var structure in structures)
        {
            if (structure.Parent < 0)
                ends.AsSpan(structure.FirstTag, structure.TagCount).Fill(structure.FirstTag + structure.TagCount);
        }
        return ends;
    }

    /// <summary>The structures of a compiled map, ordered by their members' new numbers.</summary>
    /// <param name="compiled">The structures.</param>
    /// <param name="tags">The tags of the compiled map, in its order, with their new numbers.</param>
    public static ImmutableArray<TagStructure> Follow(ImmutableArray<TagStructure> compiled, Tag[] tags)
    {
        // A stable sort: outer structures stay before inner ones that begin with the same tag.
        var order = Enumerable.Range(0, compiled.Length).OrderBy(place => tags[compiled[place].FirstTag].Id).ToArray();
        var places = new int[compiled.Length];
        for (var place = 0; place < order.Length; place++)
            places[order[place]] = place;
        return
        [
            .. order.Select(place =>
                compiled[place] with
                {
                    FirstTag = tags[compiled[place].FirstTag].Id,
                    Parent = compiled[place].Parent < 0 ? -1 : places[compiled[place].Parent],
                }
            ),
        ];
    }
}
