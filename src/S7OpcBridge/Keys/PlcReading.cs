namespace S7OpcBridge;

/// <summary>A PLC while it is being read, and the reader of its tags.</summary>
internal sealed record PlcReading(PlcDraft Plc, TagsReader Tags);
