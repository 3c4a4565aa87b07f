namespace S7OpcBridge.Bridge.Units;

/// <summary>A unit as EUInformation shows it (OPC 10000-8, 5.6.3).</summary>
/// <param name="NamespaceUri">Who defined the code.</param>
/// <param name="UnitId">The UNECE common code as a number; -1 for a unit that has none.</param>
/// <param name="Symbol">What stands behind the number, as the map spells it.</param>
/// <param name="Description">The full name.</param>
internal sealed record EngineeringUnit(string NamespaceUri, int UnitId, string Symbol, string Description);
