namespace S7OpcBridge.OpcUa.Server.Variables;

/// <summary>Takes the variables that an update has changed; one that changed twice stands there twice.</summary>
internal delegate void VariablesChanged(ReadOnlySpan<int> changed);
