namespace S7OpcBridge;

/// <summary>The keys of <c>heartbeat</c>.</summary>
internal static class HeartbeatKeys
{
    public static readonly KeyTable<HeartbeatDraft> Table = new("heartbeat",
        new("address", KeyShape.Text, "Address of a word in a data block, the markers or the outputs.", static (yaml, beat) =>
        {
            beat.AddressSpot = yaml.Spot;
            beat.Address = yaml.Text("an address such as DB1.DBW0");
        }),
        new("every", KeyShape.Duration, "Time between two toggles, 100ms to 1h. Default 1s.", static (yaml, beat) =>
            beat.Every = yaml.Duration(TimeSpan.FromMilliseconds(100), TimeSpan.FromHours(1)) ?? beat.Every));
}
