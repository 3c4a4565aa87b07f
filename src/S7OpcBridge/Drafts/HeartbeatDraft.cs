namespace S7OpcBridge;

/// <summary>A heartbeat as written.</summary>
internal sealed class HeartbeatDraft(SourceSpot spot)
{
    public SourceSpot Spot => spot;

    public string? Address { get; set; }

    public SourceSpot AddressSpot { get; set; }

    public TimeSpan Every { get; set; } = TimeSpan.FromSeconds(1);
}
