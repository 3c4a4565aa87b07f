namespace S7OpcBridge.S7;

/// <summary>What became of a snapshot group.</summary>
/// <param name="Group">Its number in <see cref="PlanRange.Snapshot"/>.</param>
/// <param name="OneRequest">All its ranges, each whole, come from one request; false: they do not fit into one.</param>
/// <param name="OneItem">They even come from one item, which the CPU copies in one go as far as its consistency reaches.</param>
public readonly record struct PlanSnapshot(int Group, bool OneRequest, bool OneItem);
