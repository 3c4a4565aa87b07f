namespace S7OpcBridge.Bridge.Units;

/// <summary>A unit in the form of EUInformation (OPC 10000-8, 5.6.3).</summary>
/// <param name="NamespaceUri">Namespace of the code.</param>
/// <param name="UnitId">The UNECE common code as a number; -1: the unit has none.</param>
/// <param name="Symbol">The symbol as written in the map.</param>
/// <param name="Description">The full name.</param>
internal sealed record EngineeringUnit(string NamespaceUri, int UnitId, string Symbol, string Description);
