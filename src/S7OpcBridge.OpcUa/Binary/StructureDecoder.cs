namespace S7OpcBridge.OpcUa.Binary;

/// <summary>Decodes a structure by the numeric id of its Default Binary encoding; null: not known.</summary>
internal delegate IUaStructure? StructureDecoder(uint encodingId, ref UaReader reader);
