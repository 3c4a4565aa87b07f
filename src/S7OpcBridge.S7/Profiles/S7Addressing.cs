namespace S7OpcBridge.S7;

/// <summary>The user's settings that override those of the profile; null: the profile's.</summary>
/// <param name="Rack">0–7.</param>
/// <param name="Slot">0–31.</param>
/// <param name="Connection">Connection type; PG uses the resource of a programming device.</param>
/// <param name="RemoteTsap">Remote TSAP, which replaces rack, slot and connection type.</param>
public sealed record S7Addressing(
    int? Rack = null,
    int? Slot = null,
    S7ConnectionType? Connection = null,
    ushort? LocalTsap = null,
    ushort? RemoteTsap = null
);
