using System.Collections.Immutable;
using S7OpcBridge.S7.Planning.Riding;

namespace S7OpcBridge.S7;

/// <summary>
/// Plans all scan classes of a PLC together. Free space in requests of faster classes is used for ranges of slower ones where that saves the slower class a
/// request: such a range is read more often than required, but needs no additional PDU. Ranges that a faster class already reads are always shared. Ranges of
/// snapshot groups, and those longer than an item, stay in their own class.
/// </summary>
public sealed record ClassPlans
{
    /// <summary>One plan per class, in the order of the input.</summary>
    public required ImmutableArray<ClassPlan> Classes { get; init; }

    /// <summary>Plans the classes.</summary>
    /// <param name="classes">The ranges of each class, the fastest class first.</param>
    /// <param name="pduSize">Negotiated PDU size in bytes, at least 112.</param>
    /// <param name="maxItems">Most items per request, 1–255.</param>
    /// <exception cref="ArgumentException">As for <see cref="ReadPlanner.Plan(ReadOnlySpan{PlanRange}, int, int)"/>.</exception>
    public static ClassPlans Plan(IReadOnlyList<PlanRange[]> classes, int pduSize, int maxItems) =>
        Plan(classes, new PlanOptions(pduSize, maxItems));

    /// <summary>Plans the classes.</summary>
    /// <param name="classes">The ranges of each class, the fastest class first.</param>
    /// <param name="options">Limits for each plan.</param>
    /// <exception cref="ArgumentException">As for <see cref="ReadPlanner.Plan(ReadOnlySpan{PlanRange}, PlanOptions)"/>.</exception>
    public static ClassPlans Plan(IReadOnlyList<PlanRange[]> classes, PlanOptions options)
    {
        var drafts = new List<ClassDraft>();
        foreach (var ranges in classes)
            drafts.Add(RideFinder.Plan(ranges, drafts, options));
        return new() { Classes = [.. drafts.Select(draft => draft.Finish())] };
    }
}

/// <summary>Where a range of a scan class is read: in its own plan or in that of a faster class.</summary>
/// <param name="Class">Index of the class in whose plan it is read; lower than its own where it rides with a faster class.</param>
/// <param name="Slot">Its slot in that class's plan and image.</param>
public readonly record struct ClassSlot(int Class, PlanSlot Slot);

/// <summary>The plan of one scan class among all classes of a PLC.</summary>
/// <param name="Plan">
/// Its requests, including items for slower classes, and the image that they fill. <see cref="ReadPlan.Slots"/> lists first the class's own ranges that do
/// not ride with a faster class, in the order of the input, then those of slower classes. <see cref="ReadPlan.LowerBound"/> counts only the former.
/// </param>
/// <param name="Slots">One slot per range of the class, in the order of the input.</param>
public sealed record ClassPlan(ReadPlan Plan, ImmutableArray<ClassSlot> Slots);
