namespace S7OpcBridge.Local;

/// <summary>The map of a running bridge.</summary>
/// <param name="Map">Its full path.</param>
internal sealed record MapAnswer(string Map);
