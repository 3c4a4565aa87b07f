namespace S7OpcBridge.Core.Links;

/// <summary>
/// Makes read plans within the limits that a link has negotiated. Immutable, any thread. Two planners are equal where they make the same plans.
/// </summary>
/// <param name="ItemCap">Most items per job that the PLC is known to answer.</param>
internal abstract record LinkPlanner(int ItemCap)
{
    public ScanPlan[] Plan(ClassSpan[] classes, TagSlot[] slots) => Plan(classes, [.. Enumerable.Range(0, classes.Length)], slots);

    /// <summary>Plans some classes together. May take about a second for a large PLC.</summary>
    /// <param name="all">The classes of a PLC.</param>
    /// <param name="chosen">Indexes of the classes to plan.</param>
    /// <param name="slots">The slots of all classes; they must not change during the call.</param>
    /// <returns>One plan per chosen class, in the same order; <see cref="ScanPlan.RidesWith"/> are indexes among all classes.</returns>
    public abstract ScanPlan[] Plan(ClassSpan[] all, int[] chosen, TagSlot[] slots);

    /// <summary>
    /// The group of tags that one job reads together: a snapshot group of the map, or the largest structure around a tag that fits one job. 0: none.
    /// </summary>
    public abstract int GroupOf(TagMap map, Tag tag);
}
