namespace S7OpcBridge;

/// <summary>Which map a running bridge serves.</summary>
/// <param name="Map">Its full path.</param>
internal sealed record MapAnswer(string Map);
