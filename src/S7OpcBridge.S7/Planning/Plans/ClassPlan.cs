using System.Collections.Immutable;

namespace S7OpcBridge.S7;

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
