namespace S7OpcBridge.OpcUa.Server;

/// <summary>A variable whose value is a structure, or an array of structures, made of the values of other variables.</summary>
/// <param name="Variable">Its index in the <see cref="VariableTable"/>.</param>
/// <param name="EncodingId">Node id of the Default Binary encoding of the structure, or of the array's elements.</param>
/// <param name="Members">The variables of its fields in order; for an array those of its elements. Structures among them come later in the list of
/// structures.</param>
/// <param name="IsArray">True for an array of structures.</param>
public sealed record StructureVariable(int Variable, NodeId EncodingId, int[] Members, bool IsArray);
