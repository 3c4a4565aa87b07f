namespace S7OpcBridge.Web;

/// <summary>The read plan of the ticked tags.</summary>
/// <param name="Change">The change up to which it counts.</param>
/// <param name="Tags">Tags that were planned.</param>
/// <param name="Plcs">One per PLC with tags.</param>
/// <param name="Errors">Why the map would be refused.</param>
public sealed record LoadAnswer(int Change, int Tags, IReadOnlyList<PlcLoad> Plcs, IReadOnlyList<string> Errors);
