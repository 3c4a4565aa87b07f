namespace S7OpcBridge.OpcUa.Server;

/// <summary>Where a node is after its source was replaced.</summary>
/// <param name="Index">Its index in the new source; -1: it is gone.</param>
/// <param name="SemanticsChanged">True: what its value means has changed (EURange, EngineeringUnits and the like), so that clients have to read its properties again.</param>
public readonly record struct NodeMove(int Index, bool SemanticsChanged = false);
