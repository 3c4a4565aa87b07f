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
    public static ClassPlans Plan(IReadOnlyList<PlanRange[]> classes, PlanOptions options) => Plan(classes, options, SearchEffort.Short);

    /// <summary>Plans the classes.</summary>
    /// <param name="classes">The ranges of each class, the fastest class first.</param>
    /// <param name="options">Limits for each plan.</param>
    /// <param name="effort">How long each plan is improved.</param>
    /// <exception cref="ArgumentException">As for <see cref="ReadPlanner.Plan(ReadOnlySpan{PlanRange}, PlanOptions)"/>.</exception>
    /// <exception cref="OperationCanceledException">The search was stopped.</exception>
    public static ClassPlans Plan(IReadOnlyList<PlanRange[]> classes, PlanOptions options, SearchEffort effort)
    {
        var drafts = new List<ClassDraft>();
        foreach (var ranges in classes)
            drafts.Add(RideFinder.Plan(ranges, drafts, options, effort));
        return new() { Classes = [.. drafts.Select(draft => draft.Finish())] };
    }
}
