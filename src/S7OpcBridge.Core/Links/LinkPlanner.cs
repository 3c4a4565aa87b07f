namespace S7OpcBridge.Core.Links;

/// <summary>Makes the read plans of a link, by what was negotiated. Immutable, any thread; two are equal where they make the same plans.</summary>
/// <param name="ItemCap">Items per job at most, as far as is known of the PLC.</param>
internal abstract record LinkPlanner(int ItemCap)
{
    /// <summary>Plans all classes.</summary>
    public ScanPlan[] Plan(ClassSpan[] classes, TagSlot[] slots) => Plan(classes, [.. Enumerable.Range(0, classes.Length)], slots);

    /// <summary>Plans some classes together. Takes its time.</summary>
    /// <param name="all">The classes of a PLC.</param>
    /// <param name="chosen">The places of those to plan.</param>
    /// <param name="slots">The slots of all classes; they do not change meanwhile.</param>
    /// <returns>One plan per chosen class, in their order; its hosts are places among all classes.</returns>
    public abstract ScanPlan[] Plan(ClassSpan[] all, int[] chosen, TagSlot[] slots);

    /// <summary>The group of tags that one job reads together: a snapshot of the map, or the largest structure around a tag that a job can carry. 0: none.</summary>
    public abstract int GroupOf(TagMap map, Tag tag);
}
