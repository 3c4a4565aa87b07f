namespace S7OpcBridge.S7;

/// <summary>How a snapshot group is read.</summary>
/// <param name="Group">Its number in <see cref="PlanRange.Snapshot"/>.</param>
/// <param name="OneRequest">True: one request reads all its ranges completely; false: they do not fit into one.</param>
/// <param name="OneItem">True: one item reads all of them, which the CPU copies consistently up to its limit.</param>
public readonly record struct PlanSnapshot(int Group, bool OneRequest, bool OneItem);
