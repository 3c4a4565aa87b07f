using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Lists;

/// <summary>The tag that triggers an alarm.</summary>
/// <param name="Tag">Name of an HMI tag, a symbol of the PLC, or an address.</param>
/// <param name="Spot">Where the alarm stands.</param>
internal sealed record ImportedTrigger(string Tag, SourceLocation Spot);
