namespace S7OpcBridge;

/// <summary>A PLC while it is being read, and the reader of its tags.</summary>
internal sealed record PlcReading(PlcDraft Plc, TagsReader Tags)
{
    /// <summary>The PLC, once it is noted where its rack, slot, TSAPs or connection are said.</summary>
    public PlcDraft At(YamlReader yaml)
    {
        if (Plc.AddressingSpot.IsNone)
            Plc.AddressingSpot = yaml.Spot;
        return Plc;
    }
}
