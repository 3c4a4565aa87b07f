using System.Collections.Immutable;

namespace S7OpcBridge.S7;

/// <summary>Where a range of a scan class ended up, its own plan or that of a faster class.</summary>
/// <param name="Class">Index of the class whose plan carries it; below its own where it rides along.</param>
/// <param name="Slot">Its place in that class's plan and image.</param>
public readonly record struct ClassSlot(int Class, PlanSlot Slot);

/// <summary>The plan of one scan class among others.</summary>
/// <param name="Plan">
/// Its requests, with the items that ride along in them, and the image that all of them fill. <see cref="ReadPlan.Slots"/> has first the class's own ranges that do
/// not ride elsewhere, in the order of the input, then the riders. <see cref="ReadPlan.LowerBound"/> counts the former only.
/// </param>
/// <param name="Slots">One for each of the class's ranges, in the order of the input.</param>
public sealed record ClassPlan(ReadPlan Plan, ImmutableArray<ClassSlot> Slots);
